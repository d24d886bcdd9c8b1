import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { WorkChatKind } from '@moqi/domain/account/identity-provider'
import { dingtalkSpeech } from './dingtalk-speech.ts'
import { feishuSpeech } from './feishu-speech.ts'
import type { Heard, Played, Said, Speech } from './played.ts'
import { wecomSpeech } from './wecom-speech.ts'

/** A work chat on a port of this machine. */
export type ChatPlayer = Pick<Played, 'people' | 'departments' | 'messages'> & {
  url: string
  clientId: string
  clientSecret: string
  /** Signs that person in for where the browser was sent, and answers what it comes back with. */
  visit: (address: string, subject: string) => URLSearchParams
  /** Who is signed in at the vendor for browsers that come by themselves. */
  signIn: (subject: string) => void
  /** Ends every token that was given. */
  endTokens: () => void
  /** How many tokens were given. */
  tokens: () => number
  /** Refuses so many questions as too many. */
  refuse: (times: number) => void
  /** Answers nothing, from now on; what was asked meanwhile it answers when that is over. */
  hang: (on: boolean) => void
  /** Answers every question with a redirect. */
  redirect: (on: boolean) => void
  close: () => Promise<void>
}

const speeches = { wecom: wecomSpeech, dingtalk: dingtalkSpeech, feishu: feishuSpeech }

/** Starts one of that kind. */
export async function chatPlayer(kind: WorkChatKind): Promise<ChatPlayer> {
  const client = { clientId: `${kind}-molan`, clientSecret: `secret-of-${kind}` }
  const codes = new Map<string, { subject: string; asked: URLSearchParams }>()
  let [given, codeNumber, refusals] = [0, 0, 0]
  let [isHanging, isRedirecting] = [false, false]
  const held: (() => Promise<unknown>)[] = []
  let signedIn = ''
  const living = new Set<string>()
  const played: Played = {
    people: [],
    departments: [],
    messages: [],
    holds: (token) => token !== null && living.has(token),
    giveToken() {
      const token = `token-${++given}`
      living.add(token)
      return token
    },
    redeem(code) {
      const found = codes.get(code) ?? null
      codes.delete(code)
      return found
    },
    take(message) {
      if (!played.people.some(({ subject, active }) => subject === message.subject && active !== false)) return false
      if (!played.messages.some(({ name }) => name !== '' && name === message.name)) played.messages.push(message)
      return true
    },
  }
  const speech: Speech = speeches[kind](played, client)
  const backTo = (address: string, subject: string) => {
    const asked = new URL(address).searchParams
    const code = `code-${++codeNumber}`
    codes.set(code, { subject, asked })
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set(speech.codeName, code)
    back.searchParams.set('state', asked.get('state') ?? '')
    return back
  }
  const server = createServer((request, response) => {
    if (isHanging) held.push(() => respond(request, response))
    else void respond(request, response)
  })
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://vendor')
    if (isRedirecting) return response.writeHead(302, { location: '/elsewhere' }).end()
    if (speech.signInPages.includes(url.pathname))
      return response.writeHead(302, { location: backTo(url.href, signedIn).href }).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const heard = {
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text ? JSON.parse(text) : {},
    }
    const said = refusals > 0 ? speech.busy : answerOf(speech, played, heard)
    if (refusals > 0) refusals -= 1
    if (!said) return response.writeHead(404).end('not found')
    return response.writeHead(said.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(said.json))
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    ...client,
    people: played.people,
    departments: played.departments,
    messages: played.messages,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    visit: (from, subject) => backTo(from, subject).searchParams,
    signIn: (subject) => {
      signedIn = subject
    },
    endTokens: () => living.clear(),
    tokens: () => given,
    refuse: (times) => {
      refusals = times
    },
    hang: (on) => {
      isHanging = on
      if (!on) for (const answer of held.splice(0)) void answer()
    },
    redirect: (on) => {
      isRedirecting = on
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Null for an address that the vendor does not know. */
function answerOf({ open, guarded, tokenOf, ended }: Speech, { holds }: Played, heard: Heard): Said | null {
  const free = open[heard.path]
  if (free) return free(heard)
  const answer = guarded[heard.path]
  if (!answer) return null
  return holds(tokenOf(heard)) ? answer(heard) : ended
}
