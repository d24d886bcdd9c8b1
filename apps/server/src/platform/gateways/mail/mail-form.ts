import type { MailContent } from '@moqi/domain/messages/mail-content'

/** What every mail of this platform bears. */
export type MailFrame = { brand: string; supportPhone: string }

const closing = ({ supportPhone }: MailFrame) => [
  '本邮件由系统自动发送，请勿直接回复。',
  ...(supportPhone ? [`客服 ${supportPhone}（周一至周五 9:00-18:00）`] : []),
]

/** The mail as plain text. */
export function mailText(content: MailContent, frame: MailFrame): string {
  const link = content.link ? ['', `${content.link.text}：${content.link.url}`] : []
  return [...content.lines, ...link, '', ...closing(frame)].join('\n')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

const fonts = "-apple-system,BlinkMacSystemFont,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"
const serif = "'Songti SC',SimSun,'Noto Serif CJK SC',serif"
const cell = (style: string, inner: string) => `<tr><td style="${style}">${inner}</td></tr>`

/** The mail as HTML: one table with its styles inside, no script and no picture that must load. */
export function mailHtml(content: MailContent, frame: MailFrame): string {
  const head = cell(`padding:32px 40px 0;font:600 20px/28px ${serif};color:#b92b1b`, escaped(frame.brand))
  const lines = content.lines.map((line) => cell('padding:16px 40px 0', escaped(line)))
  const foot = cell(
    'padding:24px 40px 28px;font-size:13px;line-height:22px;color:#646974',
    closing(frame).map(escaped).join('<br>'),
  )
  const style = `width:600px;max-width:100%;background:#ffffff;border:1px solid #e9e7e1;border-radius:12px;font:400 15px/26px ${fonts};color:#17191e`
  const rows = [head, ...lines, ...linkRows(content.link), foot].join('')
  return `<!doctype html><html lang="zh-CN"><body style="margin:0;padding:24px 0;background:#f6f5f1"><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" style="${style}">${rows}</table></body></html>`
}

function linkRows(link: MailContent['link']): string[] {
  if (!link) return []
  const button =
    'display:inline-block;padding:11px 32px;border-radius:8px;background:#1f3b73;color:#ffffff;font-weight:500;font-size:16px;line-height:26px;text-decoration:none'
  const url = escaped(link.url)
  return [
    cell('padding:24px 40px 0', `<a href="${url}" style="${button}">${escaped(link.text)}</a>`),
    cell(
      'padding:16px 40px 0;font-size:13px;line-height:22px;color:#646974;word-break:break-all',
      `如按钮无法点击，请复制链接：<br>${url}`,
    ),
  ]
}
