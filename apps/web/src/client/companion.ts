import { CallRefusal } from './call-error.ts'
import type { CompanionAnswer, CompanionQuestion } from './companion-wire.ts'

/** A certificate in a token of this computer, as the companion shows it. */
export type TokenCertificate = {
  id: string
  cert: string
  chainArray: string[]
  commonName: string
  organization: string
  issuer: string
  /** ms */
  expireTime: number
  /** Whether the companion can sign with its key. */
  usable: boolean
  token: string
}

/** What `loginByCertificate`, `register` and `bindKey` take of a key. */
export type TokenAnswer = Pick<TokenCertificate, 'id' | 'cert' | 'chainArray'> & { code: string; sign: string }

/** ms in which the agent's document comes. */
const patience = 20_000
let agent: Promise<HTMLIFrameElement> | null = null
let last = 0
const waiting = new Map<number, (answer: CompanionAnswer) => void>()

/** Frames the document that may reach the companion, once a page. */
function openAgent(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = '密钥助手'
  // Chrome asks on behalf of the page at the top, where a frame is allowed to (since 142; two names since 145).
  frame.allow = 'local-network-access; loopback-network'
  frame.src = `${import.meta.env.BASE_URL}key-agent`
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the agent did not come')), patience)
    addEventListener('message', ({ origin, source, data }) => {
      if (origin !== location.origin || source !== frame.contentWindow) return
      const { number, answer } = Object(data)
      if (answer === 'ready') {
        clearTimeout(timer)
        resolve(frame)
      } else {
        waiting.get(number)?.(answer)
        waiting.delete(number)
      }
    })
    document.body.append(frame)
  })
}

async function ask(path: string, body: object | null): Promise<CompanionAnswer> {
  agent ??= openAgent()
  const frame = await agent.catch(() => null)
  if (!frame?.contentWindow) {
    agent = null
    return { ok: false, reason: 'unreachable', message: '' }
  }
  const question: CompanionQuestion = { number: (last += 1), path, body }
  const answered = new Promise<CompanionAnswer>((resolve) => waiting.set(question.number, resolve))
  frame.contentWindow.postMessage(question, location.origin)
  return answered
}

/** Asks, and throws what is refused as a refusal with its reason. */
async function demand(path: string, body: object | null): Promise<object> {
  const answer = await ask(path, body)
  if (answer.ok) return answer.data
  const { reason, message } = answer
  throw new CallRefusal({ code: 'companion', message: message || '没有连接上密钥助手', data: { reason } })
}

/** Whether this page was let in by the companion before. Throws a refusal `unreachable`. */
export const isPaired = async (): Promise<boolean> => Reflect.get(await demand('/state', null), 'paired') === true

/** Has the companion show a code. */
export const showPairingCode = () => demand('/pair', {})

/** Pairs by the code it shows. */
export const pair = (code: string) => demand('/pair', { code })

/** The certificates of the tokens that are plugged in. */
export async function readCertificates(): Promise<TokenCertificate[]> {
  const listed: unknown = Reflect.get(await demand('/certificates', {}), 'certificateArray')
  return Array.isArray(listed) ? listed.flatMap((one) => certificateOf(one) ?? []) : []
}

function certificateOf(one: unknown): TokenCertificate | null {
  const { id, cert, chainArray, commonName, organization, issuer, expireTime, usable, token } = Object(one)
  if (typeof id !== 'string' || typeof cert !== 'string' || typeof expireTime !== 'number') return null
  return {
    id,
    cert,
    chainArray: Array.isArray(chainArray) ? chainArray.map(String) : [],
    commonName: String(commonName),
    organization: String(organization),
    issuer: String(issuer),
    expireTime,
    usable: usable === true,
    token: String(token),
  }
}

/** Has a key sign a challenge; the PIN is typed into the companion's own page. */
export async function answerChallenge(
  { id, cert, chainArray }: Pick<TokenCertificate, 'id' | 'cert' | 'chainArray'>,
  code: string,
): Promise<TokenAnswer> {
  const { sign } = Object(await demand('/sign', { id, code }))
  return { id, cert, chainArray, code, sign: String(sign) }
}

/** Has a key sign what a contract's files ask for: base64, in their order. */
export async function signDocuments(
  { id }: Pick<TokenCertificate, 'id'>,
  documents: { title: string; toBeSignedArray: readonly string[] },
): Promise<string[]> {
  const { signatureArray } = Object(await demand('/sign', { id, ...documents }))
  return Array.isArray(signatureArray) ? signatureArray.map(String) : []
}
