import { type Purchase, stages } from './office.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
/** A value within a script: nothing in it ends the script. */
const value = (given: string) => JSON.stringify(given).replaceAll('<', String.raw`\u003c`)

const style = `body{max-width:960px;margin:0 auto;padding:24px 16px;font:16px/1.6 system-ui,sans-serif;color:#1c1e22}
h1{font-size:24px}table{width:100%;border-collapse:collapse}th,td{padding:8px;text-align:left;border-bottom:1px solid #ddd}
form{display:grid;gap:12px;max-width:420px;margin:16px 0}label{display:grid;gap:4px}input,select,button{font:inherit;padding:8px}
iframe{width:100%;height:760px;border:0}a{color:#1f3a75}`

const page = (title: string, body: string) => `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${text(title)} - OA</title><style>${style}</style>
<body><main><h1>${text(title)}</h1>${body}</main>`

/** Something that went wrong, in words. */
export const messagePage = (message: string) => page(message, '<p><a href="/">返回</a></p>')

type Template = { templateId: string; templateName: string }

/** All purchases, and what makes another one. */
export function listPage(purchases: readonly Purchase[], templates: readonly Template[]): string {
  const rows = purchases.map(
    ({ id, title, stage }) =>
      `<tr><td><a href="/purchases/${id}">${text(title)}</a></td><td>${stages[stage]}</td></tr>`,
  )
  const options = templates.map(
    ({ templateId, templateName }) => `<option value="${text(templateId)}">${text(templateName)}</option>`,
  )
  return page(
    '采购申请',
    `<table><thead><tr><th>名称</th><th>状态</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>用文件新建</h2><form id="file"><label>名称<input name="title" required maxlength="60"></label>
<label>对方姓名<input name="name" required></label><label>对方手机号<input name="phone" required></label>
<label>合同（PDF）<input name="file" type="file" accept="application/pdf" required></label><button>新建</button></form>
<h2>用模板新建</h2><form id="template"><label>模板<select name="templateId" required>${options.join('')}</select></label>
<button>用模板新建</button></form><p id="fault" role="alert"></p>
<script>
async function make(address, body) {
  const answer = await fetch(address, { method: 'POST', headers: { 'x-office': '1' }, body })
  if (answer.ok) location.assign('/purchases/' + (await answer.json()).id)
  else fault.textContent = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('h1').textContent
}
document.getElementById('file').addEventListener('submit', (event) => {
  event.preventDefault()
  const fields = new FormData(event.target), chosen = fields.get('file')
  const query = new URLSearchParams({ title: fields.get('title'), name: fields.get('name'), phone: fields.get('phone'), fileName: chosen.name })
  make('/purchases/file?' + query, chosen)
})
document.getElementById('template').addEventListener('submit', (event) => {
  event.preventDefault()
  make('/purchases/template?' + new URLSearchParams(new FormData(event.target)))
})
</script>`,
  )
}

const acts = { draft: '核对并发送', signing: '签署', finished: null, closed: null } as const

/** One purchase: what became of its contract, and what comes next. */
export function purchasePage({ id, title, stage, events, finished }: Purchase): string {
  const act = acts[stage]
  const verdict = finished?.verdict === 'valid' ? '通过' : '未通过'
  return page(
    title,
    `<p>状态：<b>${stages[stage]}</b></p>
${act ? `<p><a href="/purchases/${id}/frame">${act}</a></p>` : ''}
${finished ? `<p>验签：<b>${verdict}</b>（${text(finished.signers.join('、'))}） <a href="/purchases/${id}/contract">下载合同</a></p>` : ''}
<ol>${events.map((event) => `<li>${text(event)}</li>`).join('')}</ol><p><a href="/">返回</a></p>`,
  )
}

/** The platform's page within this one. What it says only changes the page: how a contract stands its events tell. */
export const framePage = ({ id, title }: Purchase, link: string, { platform }: { platform: string }) =>
  page(
    title,
    `<iframe id="moqi" title="合同" src="${text(link)}"></iframe>
<script>
const frame = document.getElementById('moqi')
addEventListener('message', ({ origin, source, data }) => {
  if (origin !== ${value(platform)} || source !== frame.contentWindow || data.source !== 'moqi') return
  if (data.event === 'closed') location.replace(${value(`/purchases/${id}`)})
})
</script>`,
  )
