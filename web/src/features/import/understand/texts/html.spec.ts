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
    ['<div><en-todo checked="true"/>a</div><li><en-todo/>b</li>c<en-todo>d', '- [x] a\n- [ ] b\nc\n- [ ] d'],
    ['a<blockquote><p>said</p><p>nobody</p></blockquote>b', 'a\n\n> said\n\n> nobody\n\nb'],
    ['<blockquote>a<br>b</blockquote></blockquote>c', '> a\n> b\n\nc'],
    ['<h1>Title</h1>text', 'Title\n\ntext'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['a <script>alert(1)</script>b<style>p {}</style> &lt;3', 'a b <3'],
    ['  plain\n text ', 'plain text'],
    ['', ''],
  ])('of %j are %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });
});
