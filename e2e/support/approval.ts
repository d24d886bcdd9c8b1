import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Page } from 'playwright-core'
import { findOwnEntry, proveWill } from '../../scripts/demo/sign-contract.ts'
import { signIn } from '../../scripts/demo/sign-in.ts'
import { inDatabase } from './database.ts'
import { chen, jing, type Person, wang } from './people.ts'
import { sendContract } from './send-contract.ts'
import { newSignCode, readyToApply, signCodes, typeWill } from './sign.ts'
import type { StoryServer } from './story-server.ts'

/** An operator of 杭州云启. */
export const zhang: Person = { phone: '13800000003', name: '张伟', company: jing.company }

/** 王小明 as a member of 杭州云启 who may approve the use of seals. */
export const wangApproving: Person = { ...wang, company: jing.company }

/** Leaves no seal to 张伟, to whom the demo has granted one. */
export const leaveNoSeal = (server: StoryServer) => inDatabase(server, 'delete from seal_grant')

/** Makes 王小明 an approver of 杭州云启; answers the ids by which flows name both approvers. */
export async function bringApprovers(server: StoryServer): Promise<{ jing: string; wang: string }> {
  const owner = await signIn(server.url, jing)
  const rightArray = ['launch', 'seeConsole', 'approveSealUse'] as const
  const { roleId } = await owner.call('saveRole', { roleName: '用印审批人', rightArray: [...rightArray] })
  await owner.call('inviteUser', { inviteArray: [{ memberName: wang.name, phone: wang.phone, roleId }] })
  const { inviteArray } = await (await signIn(server.url, wang)).call('listInvite', {})
  const companyId = inviteArray[0]?.companyId ?? ''
  await (await signIn(server.url, wang)).call('replyInviteUser', { companyId, replyFlag: 'agree' })
  const { approverArray } = await owner.call('listApprover', {})
  const idOf = ({ name }: Person) => approverArray.find(({ nickName }) => nickName === name)?.memberId ?? ''
  return { jing: idOf(jing), wang: idOf(wang) }
}

/** Makes a flow of 杭州云启; answers its id. */
export async function makeFlow(server: StoryServer, flow: Sent<Table['saveFlow']>): Promise<string> {
  return (await (await signIn(server.url, jing)).call('saveFlow', flow)).flowId
}

/** Sends the framework contract to 杭州云启, for which 张伟 is to seal it. */
export const sendToZhang = (server: StoryServer, launcher: Person): Promise<string> =>
  sendContract(
    server,
    {
      file: '采购框架协议.pdf',
      others: [zhang],
      ownSideSigns: false,
      page: 4,
      placings: [
        { person: zhang, kind: '企业印章', x: 0.4, y: 0.5 },
        { person: zhang, kind: '签署日期', x: 0.7, y: 0.7 },
      ],
    },
    launcher,
  )

/** From the signing page to the application sent: everything set, agreed, reason given, will proved. */
export async function applyFor(page: Page, server: StoryServer, reason: string, flow?: string): Promise<void> {
  await readyToApply(page)
  if (flow !== undefined) await page.getByRole('radio', { name: new RegExp(flow) }).check()
  await page.getByLabel('申请理由').fill(reason)
  await proveWillFor(page, server, zhang, '提交用印审批')
  await page.getByText('已提交用印审批，通过后将自动用印').first().waitFor()
}

/** Presses the button that asks for the will, and types the code; a minute passes before, so that one may be had. */
export async function proveWillFor(page: Page, server: StoryServer, { phone }: Person, button: string): Promise<void> {
  await server.shiftClock(61_000)
  const before = await signCodes(server, phone)
  await page.getByRole('button', { name: button, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await typeWill(sheet, await newSignCode(server, phone, before))
  await sheet.waitFor({ state: 'detached' })
}

/** Has 张伟 apply by a flow for the second of two contracts; answers his own entries of both, and the application. */
export async function appliedBy(
  server: StoryServer,
  { asking, asked, flowId }: { asking: string; asked: string; flowId: string },
): Promise<{ asking: string; asked: string; approveId: string }> {
  const client = await signIn(server.url, zhang)
  const launcher = await signIn(server.url, chen)
  const entryOf = async (signId: string) =>
    findOwnEntry(client, (await launcher.call('getSignDetailInfo', { signId })).taskId)
  const own = { asking: await entryOf(asking), asked: await entryOf(asked) }
  const { sealInfoArray } = await client.call('userSeals', {})
  const sealId = sealInfoArray.find(({ sealPermission }) => sealPermission === 'needApproval')?.sealId ?? ''
  const { positionArray } = await client.call('getSignDetailInfo', { signId: own.asked })
  const { approveId } = await client.call('signWithProcess', {
    signId: own.asked,
    authToken: await proveWill(server.url, client, zhang, own.asked),
    flowId,
    reason: '物业招标已定标，合同按中标文件拟定，请用印。',
    amount: 350_227_200,
    positionArray: positionArray.map(({ positionId, positionType }) =>
      positionType === 'companySeal' ? { positionId, sealId } : { positionId },
    ),
  })
  return { ...own, approveId }
}
