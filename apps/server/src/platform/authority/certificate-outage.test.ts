import { embeddedCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { toPem } from '@moqi/trust/certificates/pem'
import { NoAnswer } from '@moqi/trust/http/bounded-answer'
import { type Scene, scene } from '@moqi/trust/testing/authority-scene'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answered,
  type AuthorityElsewhere,
  authorityElsewhere,
  nameAsked,
} from '#src/testing/authority-elsewhere.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { restingCertificates } from './certificate-outage.ts'

const validity = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') }
const refusal = { code: 503, message: '证书服务暂时不可用，请稍后再试' }

/** What the authority does with a question, and how many it has been asked. */
let mood: 'well' | 'silent' | 'garbage' = 'silent'
let asked = 0
let released = Promise.withResolvers<void>()
const offset = { ms: 0 }
let authority: AuthorityElsewhere
let server: TestServer
let launcher: Player
let wang: Player

async function answer(body: Buffer, elsewhere: Scene): Promise<Answered> {
  asked += 1
  if (mood === 'silent') {
    await released.promise
    return null
  }
  if (mood === 'garbage') return { type: 'application/x-pem-file', body: 'garbage' }
  const issuer = embeddedCertificateAuthority({
    authority: elsewhere.issuing,
    publishedAt: {},
    validity: () => validity,
  })
  const { certificate, chain } = await issuer.issue(body, { commonName: nameAsked(body), country: 'CN' })
  return {
    type: 'application/x-pem-file',
    body: [certificate, ...chain].map((der) => toPem('CERTIFICATE', der)).join(''),
  }
}

beforeAll(async () => {
  authority = await authorityElsewhere(
    () => scene(() => new Date()),
    ({ body, elsewhere }) => answer(body, elsewhere),
  )
  const env = { MOQI_CA_URL: `${authority.at}/issue`, MOQI_TRUSTED_ROOTS: authority.roots }
  // It is silent while the server starts for the first time.
  server = await testServer({ now: () => Date.now() + offset.ms }, env)
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  released.resolve()
  await server.close()
  authority.close()
})
beforeEach(() => {
  // Nobody rests any more.
  offset.ms += 60_000
})

const bothSign = () => sent(server, launcher, [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)])

async function become(next: typeof mood): Promise<void> {
  mood = next
  released.resolve()
  released = Promise.withResolvers()
  if (next !== 'silent') released.resolve()
}

test('a server starts for the first time without the authority, and can launch as soon as it answers', async () => {
  await become('well')
  await vi.waitUntil(async () => {
    offset.ms += 60_000
    return server.deps.authority.certifier().then(
      () => true,
      () => false,
    )
  })
  expect((await bothSign()).taskId).toBeTruthy()
})

test('while it is silent nobody else waits: whoever asks it holds no connection to the database', async () => {
  await become('silent')
  const before = asked
  const waiting = Array.from({ length: 24 }, (_, index) =>
    server.deps.authority
      .partyKey({ tenantId: launcher.tenantId, kind: 'person', name: `第${index}人` })
      .catch((error: unknown) => error),
  )
  await vi.waitUntil(() => asked > before)
  const { code } = await server.call('listTasks', { status: 'all' }, launcher)
  expect(code).toBe(200)
  released.resolve()
  const settled = await Promise.all(waiting)
  expect(settled).toEqual(settled.map(() => expect.objectContaining({ code: 'service/unavailable' })))
})

test.each(['silent', 'garbage'] as const)(
  'a signer is told of a %s authority in words, and signs later',
  async (how) => {
    await become('well')
    const made = await bothSign()
    const before = asked
    await become(how)
    await forgetKeys()
    const signing = signNow(server, launcher, made.taskId)
    await vi.waitUntil(() => asked > before)
    released.resolve()
    expect(await signing).toMatchObject(refusal)
    // It rests: the next one is told at once.
    const after = asked
    const subject = { tenantId: launcher.tenantId, kind: 'company', name: yunqi } as const
    await expect(server.deps.authority.partyKey(subject)).rejects.toThrow('service/unavailable')
    expect(asked).toBe(after)
    await become('well')
    offset.ms += 120_000
    expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  },
)

/** The company has signed before: its certificates are taken back, so that it needs another. */
async function forgetKeys(): Promise<void> {
  await server.deps.db.write(launcher.tenantId, (tx) =>
    tx.updateTable('signing_certificate').set({ revoked_at: 1 }).where('tenant_id', '=', launcher.tenantId).execute(),
  )
  offset.ms += 120_000
}

test('many who need the same key ask once', async () => {
  await become('well')
  const before = asked
  const subject = { tenantId: launcher.tenantId, kind: 'company', name: '一起签署的公司' } as const
  const keys = await Promise.all(Array.from({ length: 8 }, () => server.deps.authority.partyKey(subject)))
  expect(new Set(keys.map(({ identity }) => identity.certificate.toString('hex'))).size).toBe(1)
  expect(asked - before).toBe(1)
})

test('no gateway is asked by work that holds a connection', async () => {
  await become('well')
  const subject = { tenantId: launcher.tenantId, kind: 'person', name: '事务中的人' } as const
  const { db, sms, authority: signing } = server.deps
  const within = (work: () => Promise<unknown>) => db.read(launcher.tenantId, async () => work())
  await expect(within(() => signing.partyKey(subject))).rejects.toThrow('the certificate authority was asked while')
  const message = { template: 'approved', values: {}, text: '' } as const
  const send = () => sms.send({ messageId: '1', phone: wang.phone, scene: 'login', message })
  await expect(within(async () => send())).rejects.toThrow('the SMS gateway was asked while')
})

test('a bug of ours is no outage', async () => {
  const failing = restingCertificates(
    { now: () => 0, log: () => {} },
    {
      issue: async () => {
        throw new TypeError('undefined is not a function')
      },
    },
  )
  await expect(failing.issue(Buffer.alloc(0), { commonName: '', country: 'CN' })).rejects.toThrow(TypeError)
})

test('a clock that is set back lets nobody wait longer than the rest takes', async () => {
  let [clock, questions] = [1_000_000, 0]
  const silent = restingCertificates(
    { now: () => clock, log: () => {} },
    {
      issue: async () => {
        questions += 1
        throw new NoAnswer('silence', true)
      },
    },
  )
  const ask = () => silent.issue(Buffer.alloc(0), { commonName: '', country: 'CN' }).catch(() => undefined)
  await ask()
  await ask()
  expect(questions).toBe(1)
  clock -= 900_000
  await ask()
  expect(questions).toBe(2)
})
