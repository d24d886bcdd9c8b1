import { createServer, type ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smsTemplates } from '@moqi/domain/messages/sms-text'

/** What a carrier does with an SMS; well: takes it and says so. */
export type CarrierMood = 'well' | 'hang' | 'down' | 'busy' | 'garbage' | 'takes it and says nothing' | 'takes it twice'

/** A carrier that speaks Alibaba Cloud's protocol, as far as it is asked anything. */
export type CarrierPlayer = {
  /** Settings of a server that sends by it. */
  settings: NodeJS.ProcessEnv
  become: (mood: CarrierMood) => void
  /** Every SMS that it has taken: the phone, our name of it, and the digits in it. */
  taken: { phone: string; outId: string; code: string }[]
  asked: () => number
  close: () => void
}

/** Starts one on loopback. */
export async function playCarrier(): Promise<CarrierPlayer> {
  const taken: CarrierPlayer['taken'] = []
  let mood: CarrierMood = 'well'
  let asked = 0
  function take(sms: CarrierPlayer['taken'][number], response: ServerResponse): void {
    taken.push(sms)
    if (mood === 'takes it twice') taken.push(sms)
    if (mood === 'takes it and says nothing') return void response.destroy()
    answer(response, { Code: 'OK', Message: 'OK', BizId: `${taken.length}` })
  }
  const server = createServer((request, response) => {
    request.resume()
    if (request.headers['x-acs-action'] !== 'SendSms') return answer(response, { Code: 'OK' })
    asked += 1
    if (mood === 'hang') return
    if (mood === 'down') return void response.destroy()
    if (mood === 'garbage') return void response.end('<html>')
    if (mood === 'busy') return answer(response, { Code: 'isp.SYSTEM_ERROR', Message: 'busy' })
    take(smsOf(new URL(request.url ?? '/', 'http://carrier')), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const folder = mkdtempSync(join(tmpdir(), 'moqi-carrier-'))
  const templates = join(folder, 'templates.json')
  const registered = Object.keys(smsTemplates).map((scene, index) => [scene, `SMS_${index}`])
  writeFileSync(templates, JSON.stringify(Object.fromEntries(registered)))
  return {
    settings: {
      MOQI_SMS: 'aliyun',
      MOQI_SMS_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
      MOQI_SMS_KEY_ID: 'moqi',
      MOQI_SMS_KEY_SECRET: 'moqi-secret',
      MOQI_SMS_TEMPLATES: templates,
    },
    become: (next) => (mood = next),
    taken,
    asked: () => asked,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function smsOf({ searchParams }: URL): CarrierPlayer['taken'][number] {
  const field = (name: string) => searchParams.get(name) ?? ''
  const [code = ''] = /\d{6}/.exec(field('TemplateParam')) ?? []
  return { phone: field('PhoneNumbers'), outId: field('OutId'), code }
}

const answer = (response: ServerResponse, body: object) => void response.end(JSON.stringify(body))
