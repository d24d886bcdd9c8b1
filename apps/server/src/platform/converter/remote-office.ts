import { Refusal } from '@moqi/domain/refusal'
import { type Forms, largestResult, type Office, type OfficeState } from './office.ts'
import { converterAnswers } from './converter-answers.ts'

const stateLimitMs = 5000
const busy = '正在转换的文件较多，请稍后再试'

/** LibreOffice behind `npm run converter` at this address. */
export function remoteOffice(url: string): Office {
  const at = (path: string) => new URL(path, url.endsWith('/') ? url : `${url}/`)

  async function ask(path: string): Promise<Response> {
    const answer = await fetch(at(path), { signal: AbortSignal.timeout(stateLimitMs), redirect: 'error' })
    if (!answer.ok) throw new Error(`the converter answered ${answer.status}`)
    return answer
  }

  return {
    async convert(bytes: Buffer, { from, to }: Forms, signal: AbortSignal) {
      try {
        const body = new Uint8Array(bytes)
        const answer = await fetch(at(`convert/${from}/${to}`), { method: 'POST', body, signal, redirect: 'error' })
        if (answer.status === 422) return null
        if (answer.status === 503) throw new Refusal('request/too-often', { retryAfter: 5, message: busy })
        if (!answer.ok) throw new Error(`the converter answered ${answer.status}`)
        return await readAtMost(answer, largestResult)
      } catch (error) {
        if (signal.aborted) return null
        throw error
      }
    },
    families: async () => new Set(converterAnswers.families.parse(await (await ask('families')).json())),
    state: () =>
      ask('state')
        .then(async (answer): Promise<OfficeState> => converterAnswers.state.parse(await answer.json()))
        .catch((error: unknown) => ({ usable: false, reason: `the converter does not answer: ${String(error)}` })),
    close: async () => undefined,
  }
}

async function readAtMost({ body }: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > limit) throw new Error('the converter answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
