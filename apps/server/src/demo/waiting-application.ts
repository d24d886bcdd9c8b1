import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Output, Sent } from '@moqi/api/call'
import { table } from '@moqi/api/table'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#src/platform/deps.ts'
import { demoPassword, demoPeople, demoPin } from './demo-people.ts'

/** `wait` so many ms for a message to arrive. */
type Server = { app: FastifyInstance; deps: Pick<Deps, 'now'>; wait: (ms: number) => Promise<void> }
type Session = { token: string; tenantId: string }

const sample = join(import.meta.dirname, '../../../../samples/保密协议.pdf')
const [, administrator, operator] = demoPeople

/**
 * Shows approvals something at a first start: a seal that the operator was not granted, a flow for it, and an
 * application that waits for the administrator, all made by the calls a browser would send. Does nothing where the
 * company has a flow.
 */
export async function ensureWaitingApplication(server: Server): Promise<void> {
  const owner = await signedIn(server, administrator.phone)
  if ((await ask(server, owner, table.listCompanyFlow, {})).flowArray.length > 0) return
  const { sealId } = await ask(server, owner, table.addCompanySeal, {
    sealName: '合同专用章',
    sealPurpose: 'contract',
    sealForm: 'round40',
    sealColor: 'red',
    lineText: '合同专用章',
  })
  const { memberArray } = await ask(server, owner, table.listMember, { keyword: administrator.phone })
  const { flowId } = await ask(server, owner, table.saveFlow, {
    flowName: '合同专用章用印',
    condition: { sealIdArray: [sealId] },
    nodeArray: [{ nodeMode: 'any', memberIdArray: memberArray.map(({ memberId }) => memberId) }],
  })
  await launched(server, owner)
  const applicant = await signedIn(server, operator.phone)
  const { taskInfoArray } = await ask(server, applicant, table.listTasks, { status: 'iSign' })
  const signId = taskInfoArray[0]?.signId ?? ''
  const { positionArray } = await ask(server, applicant, table.getSignDetailInfo, { signId })
  const authToken = await proven(server, applicant, signId)
  await ask(server, applicant, table.signWithProcess, {
    signId,
    authToken,
    flowId,
    reason: '与嘉禾物业的年度保密协议，请审批',
    positionArray: positionArray.map(({ positionId, positionType }) =>
      positionType === 'companySeal' ? { positionId, sealId } : { positionId },
    ),
  })
}

/** The administrator sends a contract for which the operator is to seal. */
async function launched(server: Server, owner: Session): Promise<void> {
  const fileId = await uploaded(server, owner)
  const { signId, version } = await ask(server, owner, table.saveDraft, {
    taskName: '年度保密协议',
    signExpireTime: server.deps.now() + 14 * dayMs,
    fileIdArray: [fileId],
    signerArray: [
      {
        signerNo: 1,
        signOrder: 1,
        signType: 1,
        signerName: operator.name,
        phone: operator.phone,
        companyName: operator.company,
      },
    ],
  })
  const place = { fileId, page: 1, signerNo: 1, positionId: 's1', positionType: 'companySeal' as const }
  const positionArray = [{ ...place, x: 130, y: 215, width: 40, height: 40 }]
  await ask(server, owner, table.saveLocation, { signId, version, positionArray })
  await ask(server, owner, table.sendTask, { signId })
}

async function signedIn(server: Server, phone: string): Promise<Session> {
  const { token } = await ask(server, { token: '', tenantId: '' }, table.loginByAccount, {
    userName: phone,
    password: demoPassword,
  })
  const { spaceInfoArray } = await ask(server, { token, tenantId: '' }, table.getUserSpaceInfo, {})
  return { token, tenantId: spaceInfoArray.find(({ spaceType }) => spaceType === 'company')?.tenantId ?? '' }
}

/** Proves the operator's will by the code in the demo's outbox, and by the PIN. */
async function proven(server: Server, who: Session, signId: string): Promise<string> {
  await ask(server, who, table.getSmsVerificationCode, { scene: 'sign', signIds: [signId] })
  for (let tries = 0; tries < 60; tries++) {
    const outbox = await server.app.inject({ url: '/demo/outbox', query: { recipient: operator.phone } })
    const smsCode = /签署验证码(\d{6})/.exec(outbox.payload)?.[1]
    if (smsCode) {
      const signIds = [signId]
      const first = await ask(server, who, table.getAuthTokenBySmsVerificationCode, { signIds, smsCode })
      const { authToken } = first
      return (await ask(server, who, table.getAuthTokenByPin, { signIds, authToken, pin: demoPin })).authToken
    }
    await server.wait(250)
  }
  throw new Error('the code did not come')
}

const headersOf = ({ token, tenantId }: Session) => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(tenantId && { 'x-tenant-id': tenantId }),
})

const Envelope = z.object({ message: z.string(), data: z.unknown() })

/** What a call answers; throws with its words when it refuses. */
async function ask<C extends Call>({ app }: Server, who: Session, call: C, input: Sent<C>): Promise<Output<C>> {
  const { method, path } = call
  const answer = await app.inject({ method, url: path, headers: headersOf(who), payload: Object(input) })
  return read<C['output']>(call.output, answer.json())
}

function read<O extends z.ZodType>(output: O, body: unknown): z.output<O> {
  const { message, data } = Envelope.parse(body)
  const parsed = z.safeParse(output, data)
  if (!parsed.success) throw new Error(message)
  return parsed.data
}

async function uploaded({ app }: Server, who: Session): Promise<string> {
  const form = new FormData()
  form.set('usage', 'contract')
  form.set('file', new File([readFileSync(sample)], '年度保密协议.pdf', { type: 'application/pdf' }))
  const sent = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: table.uploadFile.path,
    headers: { ...headersOf(who), 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return read(table.uploadFile.output, answer.json()).fileId
}
