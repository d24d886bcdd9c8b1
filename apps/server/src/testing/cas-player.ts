import { createServer } from 'node:http'

/** A CAS 3.0 server on a port of this machine: it gives tickets, and checks each once, for the service it was given. */
export type CasPlayer = {
  url: string
  /** Signs that person in for where the browser was sent, and answers what it comes back with. */
  visit: (address: string, person: string) => URLSearchParams
  /** Answers with this instead of judging; null: judges again. */
  answer: (instead: string | null) => void
  close: () => Promise<void>
}

type Given = { service: string; person: string; fresh: boolean }

/** Starts one that lets services in whose address begins so. */
export async function casPlayer(services: string): Promise<CasPlayer> {
  const given = new Map<string, Given>()
  let instead: string | null = null
  let tickets = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cas')
    response.setHeader('content-type', 'application/json')
    if (pathname !== '/cas/p3/serviceValidate') return response.writeHead(404).end()
    response.end(instead ?? JSON.stringify({ serviceResponse: judged(searchParams) }))
  })
  const judged = (asked: URLSearchParams) => {
    const [service = '', ticket = ''] = [asked.get('service') ?? '', asked.get('ticket') ?? '']
    if (!service.startsWith(services)) return failed('UNAUTHORIZED_SERVICE')
    const found = given.get(ticket)
    given.delete(ticket)
    if (!found || (asked.get('renew') === 'true' && !found.fresh)) return failed('INVALID_TICKET')
    if (found.service !== service) return failed('INVALID_SERVICE')
    const attributes = { authenticationDate: [Date.now() / 1000], displayName: [`${found.person}@cas`] }
    return { authenticationSuccess: { user: found.person, attributes } }
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/cas`,
    visit(from, person) {
      const asked = new URL(from).searchParams
      const service = asked.get('service') ?? ''
      tickets += 1
      const ticket = `ST-${tickets}-${person}`
      given.set(ticket, { service, person, fresh: asked.get('renew') === 'true' })
      const back = new URL(service)
      back.searchParams.set('ticket', ticket)
      return back.searchParams
    },
    answer(text) {
      instead = text
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const failed = (code: string) => ({ authenticationFailure: { code, description: code } })
