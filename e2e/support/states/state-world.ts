import { dayMs } from '@moqi/domain/time/civil-date'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, openClient } from '../../../scripts/demo/api-client.ts'
import { type Actor, demoPassword } from '../../../scripts/demo/cast.ts'
import { placeAreas, saveDraft, uploadContract } from '../../../scripts/demo/launch-contract.ts'
import { findOwnEntry, proveWill, signContract } from '../../../scripts/demo/sign-contract.ts'
import { appliedBy, leaveNoSeal, makeFlow, sendToZhang, zhang } from '../approval.ts'
import { companyInvitation } from '../company.ts'
import { madeIntegration } from '../integration.ts'
import { sampleFile } from '../launch.ts'
import { chen, jing, wang } from '../people.ts'
import { inDatabase } from '../database.ts'
import type { StoryServer } from '../story-server.ts'
import { askedByWorkChat } from './work-chat-state.ts'
import { enter, longCompany, parties, type Seat, ticketPath } from './world-parties.ts'

/** Who looks at a page: one of the demo's people, a party that came by a message, or somebody not signed in. */
export type Viewer = 'jing' | 'wang' | 'chen' | 'zhang' | 'unnamed' | 'tenant' | 'signed' | 'clerk' | 'nobody'

/** What the pages of the states show; names are as long as the forms allow. */
export type StateWorld = {
  server: StoryServer
  seats: Record<Exclude<Viewer, 'nobody'>, Seat>
  /** Contracts by李静's own entries: complete but not sent, mine to sign, another's to sign, finished. */
  ready: string
  /** A draft that may be changed. */
  loose: string
  mine: string
  theirs: string
  finished: string
  /** With everything that a contract may have. */
  full: string
  /** A draft by which a finished contract would be void. */
  agreement: string
  templateId: string
  /** Contracts that 张伟 is to seal with a seal others must agree to: not asked for yet, and asked for. */
  asking: string
  asked: string
  approveId: string
  flowId: string
  /** Of 李静's company: its 公章. */
  companySeal: string
  integrationId: string
  /** Paths below /home that lead in from a message. */
  links: Record<keyof typeof parties, string>
  companyJoin: string
  /** Where the code on the first page of a printed contract leads. */
  printed: string
  /** Orders of 李静's company: one to be paid, with its bill at the cashier, and one that is credited. */
  orderId: string
  paymentNo: string
  boughtId: string
  /** Invoices of it: one that is issued, one that failed; an order waits to be invoiced. */
  invoiceId: string
  failedInvoiceId: string
}

const sixty =
  '关于滨江研发中心三号楼二层东侧办公区物业服务与设备维护保养以及消防安全管理事项的补充协议（二〇二六年度第三次修订）'

/** Signs somebody in for the company of that name, or for the personal space. */
async function seat({ url }: StoryServer, { phone, company }: Actor): Promise<Seat> {
  const open = openClient(url)
  const { token } = await open.call('loginByAccount', { userName: phone, password: demoPassword })
  const { spaceInfoArray } = await open.as(token).call('getUserSpaceInfo', {})
  const space = spaceInfoArray.find(({ spaceType, spaceName }) =>
    company === null ? spaceType === 'person' : spaceName === company,
  )
  if (!space) throw new Error(`${phone} has no such space`)
  return { client: open.as(token, space.tenantId), token, tenantId: space.tenantId }
}

type Launched = { name: string; file?: string; signers: readonly Actor[]; full?: boolean }

/** A complete draft; a `full` one has all that a contract may have beside its file and parties. */
async function prepared(client: Client, { name, file = '保密协议.pdf', signers, full = false }: Launched) {
  const bytes = new Uint8Array(readFileSync(sampleFile(file)))
  const uploaded = await uploadContract(client, { fileName: `${name}${file.slice(-4)}`, bytes })
  if (!full) {
    const draft = await saveDraft(client, uploaded, signers)
    await placeAreas(client, draft, uploaded, signers)
    return draft
  }
  const attached = await client.upload('uploadFile', { fileName: `${sixty}.pdf`, bytes }, { usage: 'attachment' })
  const draft = await client.call('saveDraft', {
    taskName: name,
    remark: sixty,
    signExpireTime: Date.now() + 30 * dayMs,
    contractEndTime: Date.now() + 400 * dayMs,
    fileIdArray: [uploaded.fileId],
    attachmentArray: [{ fileId: attached.fileId, fileName: `${sixty}.pdf` }],
    signerArray: signers.map(({ phone, name: signerName, company }, index) => ({
      signerNo: index + 1,
      signOrder: index + 1,
      signType: company === null ? (0 as const) : (1 as const),
      signerName,
      phone,
      companyName: company,
      privateMessage: sixty,
    })),
    ccArray: [{ name: '司马长风', phone: '13900000903', companyName: longCompany, when: 'finish' }],
  })
  const place = { fileId: uploaded.fileId, page: 1, signerNo: 1 }
  const positionArray = [
    { ...place, positionId: randomUUID(), x: 30, y: 60, width: 40, height: 20, positionType: 'handwrite' } as const,
    {
      ...place,
      positionId: randomUUID(),
      x: 30,
      y: 100,
      width: 60,
      height: 8,
      positionType: 'text',
      label: '紧急联系人',
    } as const,
  ]
  await client.call('saveLocation', { signId: draft.signId, version: draft.version, positionArray })
  return draft
}

async function sent(client: Client, launched: Launched) {
  const draft = await prepared(client, launched)
  await client.call('sendTask', { signId: draft.signId })
  return draft
}

async function signedBy(server: StoryServer, { client }: Seat, actor: Actor, taskId: string): Promise<void> {
  const signId = await findOwnEntry(client, taskId)
  await signContract(client, signId, await proveWill(server.url, client, actor, signId))
}

async function savedTemplate(client: Client): Promise<string> {
  const bytes = new Uint8Array(readFileSync(sampleFile('保密协议.pdf')))
  const { fileId } = await uploadContract(client, { fileName: '保密协议.pdf', bytes })
  const { templateId, version } = await client.call('saveTemplate', {
    templateName: sixty.slice(0, 50),
    taskName: '员工保密协议',
    deadlineDays: 30,
    fileIdArray: [fileId],
    roleArray: [
      { signerNo: 1, roleName: '本企业', signOrder: 2, signType: 1, own: 1 },
      { signerNo: 2, roleName: '员工', signOrder: 1, signType: 0, own: 0 },
    ],
  })
  const place = { fileId, page: 1, y: 10 }
  const positionArray = [
    { ...place, positionId: 'seal', x: 5, width: 42, height: 42, positionType: 'companySeal', signerNo: 1 } as const,
    { ...place, positionId: 'sign', x: 60, width: 20, height: 20, positionType: 'personSign', signerNo: 2 } as const,
  ]
  await client.call('saveTemplateLocation', { templateId, version, positionArray })
  return templateId
}

const sixtyCompany = `${longCompany}华东大区第二事业部杭州`

/** What ends a contract, as a draft; a contract is finished a moment after its last signature. */
async function agreementOf(client: Client, signId: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    const { taskStatus } = await client.call('getSignDetailInfo', { signId })
    if (taskStatus === 'finish') return (await client.call('voidTask', { signId })).signId
  }
  throw new Error('the contract was not finished within 30 s')
}

const codeOf = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''

async function printedPath(client: Client, signId: string): Promise<string> {
  const { pageArray } = await client.call('numberPrintedCopy', { signId })
  const { pathname, search } = new URL(pageArray[0]?.link ?? '')
  return pathname.slice('/home'.length) + search
}

/** Two contracts for 张伟's company, one of whose seal is asked for by a flow of two nodes. */
async function appliedFor(server: StoryServer, { client }: Seat) {
  await leaveNoSeal(server)
  const { approverArray } = await client.call('listApprover', {})
  const memberIdArray = approverArray.map(({ memberId }) => memberId)
  const flowId = await makeFlow(server, {
    flowName: '公章用印流程',
    nodeArray: [
      { nodeMode: 'all', memberIdArray },
      { nodeMode: 'any', memberIdArray },
    ],
  })
  const [asking, asked] = [await sendToZhang(server, chen), await sendToZhang(server, chen)]
  return { flowId, ...(await appliedBy(server, { asking, asked, flowId })) }
}

const offer = { offerId: 'company-500', quantity: 1, fen: 249_900 }

async function paidOrder(client: Client): Promise<string> {
  const { orderId } = await client.call('createOrder', offer)
  const { paymentNo } = await client.call('openCashier', { orderId, channel: 'demo', form: 'page' })
  await client.call('payCashierBill', { paymentNo, outcome: 'silent' })
  await client.call('queryOrder', { orderId })
  return orderId
}

/** One order that waits at the cashier, and one that was paid there. */
async function orders(client: Client): Promise<Pick<StateWorld, 'orderId' | 'paymentNo' | 'boughtId'>> {
  const boughtId = await paidOrder(client)
  const { orderId } = await client.call('createOrder', offer)
  const { paymentNo } = await client.call('openCashier', { orderId, channel: 'demo', form: 'page' })
  return { orderId, paymentNo, boughtId }
}

/** An invoice over an order of its own, once it is issued or refused, as the embedded gateway does by its title. */
async function decidedInvoice(client: Client, titleId: string): Promise<string> {
  const wish = { titleId, invoiceType: 'normal', email: 'finance@hangzhou-yunqi.example.cn' } as const
  const orderIdArray = [await paidOrder(client)]
  const { invoiceId } = await client.call('askInvoice', { ...wish, orderIdArray, fen: offer.fen })
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    const { invoiceStatus } = await client.call('getInvoice', { invoiceId })
    if (invoiceStatus !== 'applied') return invoiceId
  }
  throw new Error('the invoice was not decided within 30 s')
}

async function invoices(client: Client): Promise<Pick<StateWorld, 'invoiceId' | 'failedInvoiceId'>> {
  const company = {
    titleType: 'company',
    titleName: longCompany,
    taxNo: '91330100799655058B',
    address: '浙江省杭州市滨江区长河街道滨江研发中心三号楼二层东侧办公区',
    phone: '0571-88886666',
    bankName: '中国工商银行股份有限公司杭州滨江支行',
    bankAccount: '1202026609900123456',
  } as const
  const { titleId } = await client.call('saveInvoiceTitle', company)
  const refused = { titleType: 'person', titleName: '样票开具失败' } as const
  const { titleId: refusedId } = await client.call('saveInvoiceTitle', refused)
  return {
    invoiceId: await decidedInvoice(client, titleId),
    failedInvoiceId: await decidedInvoice(client, refusedId),
  }
}

/** Fills the server through its API. */
export async function stateWorld(server: StoryServer): Promise<StateWorld> {
  const [own, other, third] = await Promise.all([seat(server, jing), seat(server, wang), seat(server, chen)])
  const { client } = own
  const { landing, unnamed, tenant, signed, clerk } = parties
  const finished = await sent(client, { name: '采购框架协议', signers: [wang] })
  await signedBy(server, other, wang, finished.taskId)
  const mine = await sent(client, { name: sixty, file: '采购框架协议.pdf', signers: [jing, wang, chen] })
  const theirs = await sent(client, { name: sixty, signers: [clerk, landing] })
  const lease = { name: '房屋租赁合同', file: '房屋租赁合同.pdf' }
  await sent(client, { name: '劳动合同', signers: [landing] })
  await sent(client, { ...lease, signers: [unnamed] })
  const full = await sent(client, { ...lease, signers: [tenant], full: true })
  const deed = await sent(client, { ...lease, signers: [signed] })
  const ready = await prepared(client, { name: sixty, signers: [jing, clerk, wang] })
  const loose = await prepared(client, { name: '劳动合同', signers: [jing, clerk, wang] })
  const voided = await sent(client, { name: '劳动合同', signers: [wang] })
  await signedBy(server, other, wang, voided.taskId)
  const agreement = await agreementOf(client, voided.signId)
  const templateId = await savedTemplate(client)
  const { sealInfoArray } = await client.call('listSeals', {})
  await client.call('saveContact', {
    contactType: 'company',
    name: '司马长风',
    phone: '13900000903',
    companyName: longCompany,
  })
  await client.call('saveContact', { contactType: 'person', name: '欧阳若水晴川', phone: '13900000904', remark: sixty })
  await client.call('inviteUser', { inviteArray: [{ memberName: '王小明', phone: wang.phone }] })
  const applied = await appliedFor(server, own)
  const integrationId = await madeIntegration(server.url, client)
  const seats = {
    jing: own,
    zhang: await seat(server, zhang),
    wang: other,
    chen: third,
    unnamed: await enter(server, unnamed, false),
    tenant: await enter(server, tenant, true),
    signed: await enter(server, signed, true),
    clerk: await enter(server, clerk, true),
  }
  await signedBy(server, seats.signed, signed, deed.taskId)
  await askedByWorkChat(server, third)
  await inDatabase(server, 'update space set name = $1 where name = $2', [sixtyCompany, chen.company])
  return {
    server,
    seats,
    ready: ready.signId,
    loose: loose.signId,
    mine: mine.signId,
    theirs: theirs.signId,
    full: full.signId,
    finished: finished.signId,
    agreement,
    templateId,
    ...applied,
    companySeal: sealInfoArray[0]?.sealId ?? '',
    ...(await orders(client)),
    ...(await invoices(client)),
    integrationId,
    links: {
      landing: await ticketPath(server, landing),
      unnamed: await ticketPath(server, unnamed),
      tenant: await ticketPath(server, tenant),
      signed: await ticketPath(server, signed),
      clerk: await ticketPath(server, clerk),
    },
    printed: await printedPath(client, finished.signId),
    companyJoin: `/user-space/company-join?inviteCode=${codeOf(await companyInvitation(server, wang.phone))}`,
  }
}
