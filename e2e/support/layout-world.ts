import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Client, openClient } from '../../scripts/demo/api-client.ts'
import { type Actor, demoPassword } from '../../scripts/demo/cast.ts'
import { placeAreas, saveDraft, uploadContract } from '../../scripts/demo/launch-contract.ts'
import { findOwnEntry, proveWill, signContract } from '../../scripts/demo/sign-contract.ts'
import { companyInvitation } from './company.ts'
import { sampleFile } from './launch.ts'
import { chen, jing, wang } from './people.ts'
import { invitation } from './sign.ts'
import type { StoryServer } from './story-server.ts'

/** A session in one space, as a browser keeps it. */
export type Seat = { client: Client; token: string; tenantId: string }

/** What the pages of the layout stories show; names are as long as the forms allow. */
export type LayoutWorld = {
  jing: Seat
  wang: Seat
  /** Contracts by李静's own entries: complete but not sent, mine to sign, another's to sign, finished. */
  ready: string
  mine: string
  theirs: string
  finished: string
  templateId: string
  /** Of the company's 公章. */
  companySeal: string
  /** Paths below /home that lead in from a message. */
  openSign: string
  companyJoin: string
}

const sixty =
  '关于滨江研发中心三号楼二层东侧办公区物业服务与设备维护保养以及消防安全管理事项的补充协议（二〇二六年度第三次修订）'
const longCompany = '中国（浙江）自由贸易试验区杭州滨江高新技术产业开发区云启精密结构件智能制造与供应链管理有限责任公司'
const stranger: Actor = { phone: '13900000901', name: '欧阳若水晴川', company: null }
const employer: Actor = { phone: '13900000902', name: '司马长风', company: longCompany }

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

type Launched = { name: string; file?: string; signers: readonly Actor[] }

async function prepared(client: Client, { name, file = '保密协议.pdf', signers }: Launched) {
  const path = sampleFile(file)
  const bytes = new Uint8Array(readFileSync(path))
  const uploaded = await uploadContract(client, { fileName: `${name}${basename(path).slice(-4)}`, bytes })
  const draft = await saveDraft(client, uploaded, signers)
  await placeAreas(client, draft, uploaded, signers)
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

const codeOf = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''

/** Fills the server through its API. */
export async function layoutWorld(server: StoryServer): Promise<LayoutWorld> {
  const [own, other] = await Promise.all([seat(server, jing), seat(server, wang)])
  const { client } = own
  const finished = await sent(client, { name: '采购框架协议', signers: [wang] })
  await signedBy(server, other, wang, finished.taskId)
  const mine = await sent(client, { name: sixty, file: '采购框架协议.pdf', signers: [jing, wang, chen] })
  const theirs = await sent(client, { name: sixty, signers: [employer, stranger] })
  await sent(client, { name: '劳动合同', signers: [stranger] })
  const ready = await prepared(client, { name: sixty, signers: [jing, employer, wang] })
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
  return {
    jing: own,
    wang: other,
    ready: ready.signId,
    mine: mine.signId,
    theirs: theirs.signId,
    finished: finished.signId,
    templateId,
    companySeal: sealInfoArray[0]?.sealId ?? '',
    openSign: `/open-sign?ticket=${codeOf(await invitation(server, stranger.phone))}`,
    companyJoin: `/user-space/company-join?inviteCode=${codeOf(await companyInvitation(server, wang.phone))}`,
  }
}
