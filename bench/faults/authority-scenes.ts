import { setTimeout as pause } from 'node:timers/promises'
import { embeddedCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { createCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { toPem } from '@moqi/trust/certificates/pem'
import { suites } from '@moqi/trust/suites/suite'
import { type Scene, scene } from '@moqi/trust/testing/authority-scene'
import {
  type Answered,
  type AuthorityElsewhere,
  authorityElsewhere,
  nameAsked,
  timestampReply,
} from '../../apps/server/src/testing/authority-elsewhere.ts'
import { onServer } from '../server-process.ts'
import type { FaultScene, Strike } from '../survive.ts'

/** What an authority makes of a question; null ends the connection without a word. */
type Moods = Record<string, (body: Buffer, well: Scene) => Promise<Answered>>
/** An authority outside the server that answers as its mood is; null: as it should. */
type Player = AuthorityElsewhere & {
  moods: string[]
  become: (mood: string | null) => void
  /** How often it has been asked. */
  asked: () => number
}

/** Longer than the server waits. */
const lateMs = { timestamp: 6000, certificate: 12_000 }
/** A fault lasts until everybody has been answered, and no longer than this. */
const faultMs = 40_000
const settleMs = 60_000
const dayMs = 86_400_000

/** How wrong the authority's clock is in these moods. */
const awayMs: Record<string, number> = { 'an hour behind': -3_600_000, 'an hour ahead': 3_600_000 }

async function play(moods: Moods, well: (body: Buffer, elsewhere: Scene) => Promise<Answered>): Promise<Player> {
  let mood: string | null = null
  let asked = 0
  const stranger = await scene(() => new Date())
  const authority = await authorityElsewhere(
    () => scene(() => new Date(Date.now() + (awayMs[mood ?? ''] ?? 0))),
    async ({ body, elsewhere }) => {
      asked += 1
      const answer = mood === null ? well : moods[mood]
      return answer ? answer(body, mood === 'stranger' ? stranger : elsewhere) : null
    },
  )
  return { ...authority, moods: Object.keys(moods), become: (next) => (mood = next), asked: () => asked }
}

const stamp = (body: Buffer, elsewhere: Scene) => timestampReply({ body, elsewhere })
const hang = () => new Promise<Answered>(() => {})

async function timestampPlayer(): Promise<Player> {
  let last: Answered = null
  const moods: Moods = {
    hang,
    down: async () => null,
    garbage: async () => ({ type: 'application/timestamp-reply', body: 'garbage' }),
    late: async (body, elsewhere) => {
      await pause(lateMs.timestamp)
      return stamp(body, elsewhere)
    },
    'other imprint': (body, elsewhere) => stamp(withOtherImprint(body), elsewhere),
    'same answer twice': async (body, elsewhere) => (last ??= await stamp(body, elsewhere)),
    stranger: stamp,
    'signed wrongly': async (body, elsewhere) => {
      const answer = await stamp(body, elsewhere)
      return answer && { ...answer, body: withOtherEnd(Buffer.from(answer.body)) }
    },
    'an hour behind': stamp,
    'an hour ahead': stamp,
  }
  return play(moods, stamp)
}

/** The hash asked about stands behind the only OCTET STRING of 32 bytes (RFC 3161 §2.4.1). */
function withOtherImprint(request: Buffer): Buffer {
  const other = Buffer.from(request)
  const at = other.indexOf(Buffer.from([0x04, 0x20])) + 2
  other.writeUInt8(other.readUInt8(at) ^ 1, at)
  return other
}

/** The authority's signature stands last. */
function withOtherEnd(answer: Buffer): Buffer {
  answer.writeUInt8(answer.readUInt8(answer.length - 1) ^ 1, answer.length - 1)
  return answer
}

const certificateDays = { well: [-1, 90], ended: [-90, -1] } as const

type Lie = { name?: string; days?: readonly [number, number] }

/** Of the names asked for the common one alone: nobody signs for a company here. */
async function certify(request: Buffer, { issuing }: Scene, lie: Lie = {}): Promise<string> {
  const [from, to] = (lie.days ?? certificateDays.well).map((days) => new Date(Date.now() + days * dayMs))
  const validity = () => ({ notBefore: from ?? new Date(), notAfter: to ?? new Date() })
  const authority = embeddedCertificateAuthority({ authority: issuing, publishedAt: {}, validity })
  const { certificate, chain } = await authority.issue(request, {
    commonName: lie.name ?? nameAsked(request),
    country: 'CN',
  })
  return [certificate, ...chain].map((der) => toPem('CERTIFICATE', der)).join('')
}

const pem = (body: string): Answered => ({ type: 'application/x-pem-file', body })

async function certificatePlayer(): Promise<Player> {
  const other = createCertificateRequest(await suites['P-256'].generateKey(), { commonName: '别人', country: 'CN' })
  const moods: Moods = {
    hang,
    down: async () => null,
    garbage: async () => pem('garbage'),
    late: async (body, elsewhere) => {
      await pause(lateMs.certificate)
      return pem(await certify(body, elsewhere))
    },
    'another key': async (_, elsewhere) => pem(await certify(other, elsewhere)),
    'another name': async (body, elsewhere) => pem(await certify(body, elsewhere, { name: '别人' })),
    'twice in one answer': async (body, elsewhere) =>
      pem((await certify(body, elsewhere)) + (await certify(body, elsewhere))),
    stranger: async (body, elsewhere) => pem(await certify(body, elsewhere)),
    'ended already': async (body, elsewhere) => pem(await certify(body, elsewhere, { days: certificateDays.ended })),
  }
  return play(moods, async (body, elsewhere) => pem(await certify(body, elsewhere)))
}

/** The authority is in another mood while eight people sign, in one after the other, and well again afterwards. */
const spoilt =
  ({ become, moods, asked }: Player) =>
  async ({ index, sign, note, over }: Strike): Promise<void> => {
    const mood = moods[index % moods.length] ?? ''
    const before = asked()
    become(mood)
    await Promise.race([sign(), pause(faultMs)])
    become(null)
    note(`asked: ${mood}`, asked() - before)
    over()
  }

/** The scenes in which an authority hangs, lies, is late, answers twice, answers garbage or is away. */
export const authorityScenes = {
  tsa: {
    fault: 'tsa',
    patienceMs: settleMs,
    async on(use) {
      const player = await timestampPlayer()
      const settings = { MOQI_TSA_URL: `${player.at}/tsa`, MOQI_TRUSTED_ROOTS: player.roots }
      return onServer((server) => use(server, spoilt(player)), settings).finally(player.close)
    },
  },
  ca: {
    fault: 'ca',
    // Whoever has signed has a certificate.
    perSeries: 1,
    async on(use) {
      const player = await certificatePlayer()
      const settings = { MOQI_CA_URL: `${player.at}/ca`, MOQI_TRUSTED_ROOTS: player.roots }
      return onServer((server) => use(server, spoilt(player)), settings).finally(player.close)
    },
  },
} as const satisfies Record<string, FaultScene>
