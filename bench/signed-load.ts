import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Requests to send once each by POST, over how many connections at a time. */
export type SignedLoad = { url: string; requests: Record<string, string>[]; body: string; connections: number }

const { url, requests, body, connections }: SignedLoad = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** One request; throws unless it is answered with 200 and no refusal. */
function ask(headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => {
          if (answer.statusCode === 200 && text.startsWith('{"code":200')) resolve()
          else reject(new Error(`${url} answers ${answer.statusCode} ${text.slice(0, 200)}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const began = performance.now()
let next = 0
await Promise.all(
  Array.from({ length: connections }, async () => {
    for (let headers = requests[next++]; headers; headers = requests[next++]) await ask(headers)
  }),
)
parentPort?.postMessage((requests.length * 1000) / (performance.now() - began))
agent.destroy()
