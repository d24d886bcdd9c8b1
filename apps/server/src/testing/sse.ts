import { request } from 'node:http'

/** A stream of server-sent events as a reader has it so far. */
export type Sse = {
  status: number
  type: string
  /** Everything as it came. */
  text: () => string
  events: () => { event: string; data: unknown }[]
  /** Empty comments: signs of life. */
  beats: () => number
  ended: () => boolean
  close: () => void
}

/** Opens one with the bearer header; with `read` false nothing is taken from the network. */
export async function openSse(
  url: string,
  { token, tenantId }: { token: string; tenantId: string },
  { read = true }: { read?: boolean } = {},
): Promise<Sse> {
  let text = ''
  let ended = false
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId } },
      (answer) => {
        answer.setEncoding('utf8')
        if (read) {
          answer.on('data', (chunk: string) => {
            text += chunk
          })
        }
        answer.on('error', () => {})
        answer.on('close', () => {
          ended = true
        })
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: () => text,
          events: () => eventsOf(text),
          beats: () => text.split('\n\n').filter((block) => block === ':').length,
          ended: () => ended,
          close: () => asking.destroy(),
        })
      },
    )
    asking.on('error', (error) => (ended ? undefined : reject(error)))
    asking.end()
  })
}

function eventsOf(text: string): { event: string; data: unknown }[] {
  const found = text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)
  return [...found].map(([, event = '', data = 'null']) => ({ event, data: JSON.parse(data) as unknown }))
}
