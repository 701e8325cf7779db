import { LINEAR, timesAsLong } from '@inner-weather/testing/processor-time';
import { textOfHtml } from './html';

describe('the words of HTML', () => {
  it.each([
    ['<p dir="auto">First</p>\n<p><b>Second</b> &amp; more</p><p></p>', 'First\n\nSecond & more'],
    ['<div>a</div><div>&nbsp;</div><div>b</div>', 'a\n\nb'],
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['a<br>b<br><br><br><br>c<br/>', 'a\nb\n\nc'],
    ['Before<ul><li>one</li><li><p>two</p></li><li></li></ul>After', 'Before\n- one\n- two\n\n-\nAfter'],
    [
      '<ol><li>one</li><li>two<ul><li>in it</li></ul></li><li>three</li></ol>',
      '1. one\n2. two\n- in it\n3. three',
    ],
    [
      '<ul><li style="--en-checked:true;"><div>a</div></li><li style="--en-checked:false;">b</li></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['<ul><li data-checked="true"><label><input type="checkbox"/></label><p>a</p></li></ul>', '- [x] a'],
    ['<div><en-todo checked="true"/>a</div><li><en-todo/>b</li>c<en-todo>d', '- [x] a\n- [ ] b\nc\n- [ ] d'],
    ['a<blockquote><p>said</p><p>nobody</p></blockquote>b', 'a\n\n> said\n\n> nobody\n\nb'],
    ['<blockquote>a<br>b</blockquote></blockquote>c', '> a\n> b\n\nc'],
    [
      'We took <a href="https://example.org/7">this <b>way</b></a>.',
      'We took this way (https://example.org/7).',
    ],
    ['<a href="https://example.org/">example.org</a> <a href="note.html">a note</a>', 'example.org a note'],
    ['<h1>Title</h1>text', 'Title\n\ntext'],
    ['a<pre>one\n  two\r\n</pre>b\nc', 'a\n\none\ntwo\n\nb c'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    [
      'x<table><tbody><tr><td><div>a</div></td>\n<td><div><br></div></td><td><div>b</div></td></tr><tr><td><p>c</p></td><td>d</td></tr></tbody></table>y',
      'x\na  b\nc d\ny',
    ],
    // A page that is laid out by a table.
    ['<table><tr><td><div>a</div><div>b</div></td><td><p>c</p></td></tr></table>', 'a\nb\nc'],
    ['<p>a<span style="color: red; display:none">b<i>c</i></span>d</p><p>e</p>', 'ad\n\ne'],
    ['<div style="DISPLAY: none">a<p>b</div>c', 'c'],
    ['<ol><li>a<ol style="display:none"><li>b</ol></li><li>c</li></ol>', '1. a\n2. c'],
    [`<blockquote style="display:none">a</blockquote>b<p>c`, 'b\n\nc'],
    ['a <script>alert(1)</script>b<style>p {}</style> &lt;3', 'a b <3'],
    ['  plain\n text ', 'plain text'],
    ['', ''],
  ])('of %j are %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  it('are found in a time that grows with their depth', async () => {
    const deep = (tag: string) => textOfHtml(`x${tag.repeat(1_001)}a<p>b</p>`);
    expect([deep('<blockquote>'), deep('<i style="display:none">')]).toEqual(['x\n\na\n\nb', 'xa\n\nb']);
    const read = (depth: number) => expect(textOfHtml('<ol><li>a'.repeat(depth))).toMatch(/^1\. a\n1\. a\n/);
    expect(await timesAsLong(read, 20_000)).toBeLessThan(LINEAR);
  });
});
