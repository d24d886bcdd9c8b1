import { Marked, type Token } from 'marked'

/** Everything an article may hold. A link leads to a page of this product. */
const allowed = new RegExp(
  `^(?:${[
    '</?(?:h2|h3|p|ul|ol|li|strong|em|code|blockquote|table|thead|tbody|tr|th|td)>',
    '<ol start="\\d+">',
    '<br>|<hr>',
    '<a href="/home/[\\w/?=&;%.-]*">|</a>',
  ].join('|')})$`,
)

/** Own paths are written without /home; anything else is no link. */
const ownPath = /^\/(?!\/)[\w/?=&%.-]*$/

const markdown = new Marked({
  renderer: {
    html: () => '',
    image: () => '',
    code: () => '',
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return ownPath.test(href) ? `<a href="/home${href.replaceAll('&', '&amp;')}">${text}</a>` : text
    },
  },
})

/**
 * Turns an article's Markdown into HTML that is safe in any page: HTML in the text, pictures and foreign links go, and
 * of what is left only the listed elements stay, none with an attribute but a link's own path.
 */
export function safeHtml(text: string): string {
  const html = markdown.parse(text, { async: false })
  return html.replaceAll(/<[^>]*>?/g, (tag) => (allowed.test(tag) ? tag : ''))
}

const eachToken = (text: string, look: (token: Token) => void) =>
  void markdown.walkTokens(markdown.lexer(text), (token) => look(token))

/** What of a text goes on its way to the readers: HTML, pictures, blocks of code, links to elsewhere. */
export function lostIn(text: string): ('html' | 'image' | 'code' | 'link')[] {
  const lost = new Set<'html' | 'image' | 'code' | 'link'>()
  eachToken(text, (token) => {
    if (token.type === 'html' || token.type === 'image' || token.type === 'code') lost.add(token.type)
    else if (token.type === 'link' && !ownPath.test(String(token['href']))) lost.add('link')
  })
  return [...lost]
}

/** The columns of the documentation centre that a text's links lead to. */
export function linksIn(text: string): string[] {
  const found: string[] = []
  eachToken(text, (token) => {
    if (token.type !== 'link') return
    const [, columnId] = /^\/documentCenter\?(?:[^#]*&)?columnId=([\w.%-]*)/.exec(String(token['href'])) ?? []
    if (columnId !== undefined) found.push(columnId)
  })
  return found
}
