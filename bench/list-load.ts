import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What is asked for, over how many connections at a time, and for how long. */
export type Load = { url: string; headers: Record<string, string>; body: string; connections: number; ms: number }

const { url, headers, body, connections, ms }: Load = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** One request; throws unless it is answered with 200 and no refusal. */
function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => {
          if (answer.statusCode === 200 && text.includes('"taskInfoArray":[{')) resolve()
          else reject(new Error(`${url} answers ${answer.statusCode} ${text.slice(0, 200)}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const began = performance.now()
let answered = 0
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() - began < ms) {
      await ask()
      answered += 1
    }
  }),
)
parentPort?.postMessage((answered * 1000) / (performance.now() - began))
agent.destroy()
