import { certificatePurposes } from '@moqi/domain/account/certificate-key'
import type { Question } from './question.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one)

const style = `
*{box-sizing:border-box}body{margin:0;background:#faf9f6;color:#1b1a17;font:16px/1.6 system-ui,"Noto Sans CJK SC",sans-serif}
main{max-width:440px;margin:0 auto;padding:32px 20px}h1{font-size:22px;margin:0 0 16px}
dl{margin:0 0 20px;padding:16px;background:#fff;border:1px solid #e4e0d8;border-radius:8px}
dt{color:#6b665c;font-size:14px}dd{margin:0 0 12px;overflow-wrap:anywhere}dd:last-child{margin:0}
label{display:block;margin-bottom:6px}input{width:100%;height:48px;padding:0 12px;font-size:18px;border:1px solid #8d877b;border-radius:8px}
button{width:100%;min-height:48px;margin-top:12px;font-size:16px;border-radius:8px;border:1px solid #8d877b;background:#fff;color:inherit;cursor:pointer}
button.main{background:#1f3a5f;border-color:#1f3a5f;color:#fff}.fault{color:#a8231c;margin:8px 0 0}.hint{color:#6b665c;font-size:14px}
:focus-visible{outline:3px solid #7aa0d4;outline-offset:2px}`

/** A page of the companion's own, without any script. */
const page = (title: string, body: string, nonce: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escaped(title)}</title><style nonce="${nonce}">${style}</style><main>${body}</main></html>`

/** What is to be signed, for whom, and the PIN: shown by this program, so that no web page ever sees the PIN. */
export type Confirming = { origin: string; subject: string; token: string; question: Question; fault: string }

/** The page that asks for the PIN. */
export function confirmPage({ origin, subject, token, question, fault }: Confirming, nonce: string): string {
  const facts: [string, string][] = [
    ['请求网站', origin],
    ['用途', question.kind === 'challenge' ? certificatePurposes[question.challenge.purpose] : '签署合同文件'],
    ['证书', subject],
    ['USBKey', token],
    ...documentFacts(question),
  ]
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')
  const alert = fault ? `<p class="fault" role="alert" id="fault">${escaped(fault)}</p>` : ''
  return page(
    '输入PIN码 · 墨契密钥助手',
    `<h1>确认使用USBKey</h1><dl>${list}</dl>
<form method="post" autocomplete="off"><label for="pin">USBKey的PIN码</label>
<input id="pin" name="pin" type="password" maxlength="64" autofocus required aria-describedby="fault hint">${alert}
<p class="hint" id="hint">PIN码只在本机使用一次，不会发送给任何网站，也不会保存。</p>
<button class="main" name="do" value="sign">确认签名</button>
<button name="do" value="cancel" formnovalidate>取消</button></form>`,
    nonce,
  )
}

function documentFacts(question: Question): [string, string][] {
  if (question.kind === 'challenge') return []
  return [
    ['合同', question.title || '未说明'],
    [`文件摘要（${question.digests.length}份）`, question.digests.map((one) => one.slice(0, 32)).join('、')],
  ]
}

/** What is shown when it is over. */
export const donePage = (text: string, nonce: string): string =>
  page('墨契密钥助手', `<h1>${escaped(text)}</h1><p>可以关闭本页，回到原来的网页。</p>`, nonce)
