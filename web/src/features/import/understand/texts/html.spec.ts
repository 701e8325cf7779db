import { textOfHtml } from './html';

describe('the words of HTML', () => {
  it.each([
    ['<p dir="auto">First</p>\n<p><b>Second</b> &amp; more</p><p></p>', 'First\n\nSecond & more'],
    ['<div>a</div><div>&nbsp;</div><div>b</div>', 'a\n\nb'],
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['a<br>b<br><br><br><br>c<br/>', 'a\nb\n\nc'],
    ['Before<ul><li>one</li><li><p>two</p></li><li></li></ul>After', 'Before\n- one\n- two\n\n-\nAfter'],
    ['<h1>Title</h1>text', 'Title\n\ntext'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['a <script>alert(1)</script>b<style>p {}</style> &lt;3', 'a b <3'],
    ['  plain\n text ', 'plain text'],
    ['', ''],
  ])('of %j are %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });
});
