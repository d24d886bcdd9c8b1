import { readToEnd } from '../sign.ts'
import { type Act, dialog, inTurn, type PageState, press, reads } from './page-state.ts'

const tenant = {
  route: '/open-sign',
  who: 'tenant',
  go: ({ links }) => links.tenant,
} as const satisfies Partial<PageState>

const reading = inTurn(press('开始阅读合同'), (page) => page.getByRole('button', { name: /^提交签署/ }).waitFor())
const pad = inTurn(reading, dialog('一键签署'))

/** Fills in everything, agrees and asks to sign. */
const submit: Act = async (page, world) => {
  await press('用楷体代替')(page, world)
  const field = page.getByRole('textbox', { name: /紧急联系人/ }).first()
  await field
    .or(page.getByRole('button', { name: /紧急联系人/ }))
    .first()
    .waitFor()
  if (await field.isVisible()) await field.fill('欧阳建国')
  await readToEnd(page)
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  await page.getByRole('button', { name: '提交签署', exact: true }).click()
  await page.getByRole('dialog', { name: '意愿认证' }).waitFor()
}

/** A party without account, from beyond the code of its message to the deed. */
export const party: readonly PageState[] = [
  { name: 'party-name', route: '/open-sign', who: 'unnamed', go: ({ links }) => links.unnamed },
  {
    name: 'party-name-faults',
    route: '/open-sign',
    who: 'unnamed',
    go: ({ links }) => links.unnamed,
    act: inTurn(press('提交认证'), reads('请输入身份证号')),
  },
  { ...tenant, name: 'party-summary' },
  { ...tenant, name: 'party-reading', act: reading },
  { ...tenant, name: 'party-words', act: inTurn(reading, press('大字'), reads('房屋租赁合同')) },
  { ...tenant, name: 'party-pad', act: pad },
  { ...tenant, name: 'party-will', act: inTurn(pad, submit) },
  { name: 'party-deed', route: '/open-sign', who: 'signed', go: ({ links }) => links.signed },
  { name: 'party-company', route: '/open-sign', who: 'clerk', go: ({ links }) => links.clerk },
  { name: 'party-other', route: '/open-sign', who: 'wang', go: ({ links }) => links.landing },
]
