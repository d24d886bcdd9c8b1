import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { webhookLimits } from '@moqi/domain/webhooks/webhook-delivery'
import { z } from 'zod'
import { httpsWebhook } from '../apps/server/src/platform/gateways/webhook/https-webhook.ts'
import { post } from './http-call.ts'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import { administrator, eventStates, type Listeners, listeners, nextDue, seedEvents } from './webhook-scene.ts'

/**
 * What became of events whose receiver fails at random, then for a day, then no more: `tries` counts requests
 * it got, `givenUp` events whose every retry fell into that day, `lost` others it never took, `disordered` those that
 * came before an earlier one of their contract was done with, `afterPause` requests while nothing was to be sent.
 */
export type WebhookReport = {
  fault: 'webhooks'
  events: number
  tries: number
  givenUp: number
  lost: number
  disordered: number
  afterPause: number
}

const perLane = 10
const integrations = 4
const Told = z.object({ lane: z.string(), no: z.int() })

/** Seeds so many events for several integrations and follows them to their end; the clock is set on between tries. */
export async function failWebhooks(
  events: number,
  tell: (line: string) => void,
  isDownForADay = true,
): Promise<WebhookReport> {
  let ahead = 0
  const now = () => Date.now() + ahead
  const receiver = moodyReceiver()
  const outward = httpsWebhook(['127.0.0.1/32'])
  const address = await receiver.listening()
  const platform = await openPlatform('P-256', {
    now,
    log: () => {},
    webhook: { post: (posting) => outward.post({ ...posting, url: address }) },
  })
  const forward = (ms: number) => (ahead += ms)
  try {
    const url = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const heard = await listeners(url, integrations)
    const clock = { now, forward }
    await seedEvents(platform, heard, { lanes: Math.ceil(events / perLane), each: perLane, at: now() })
    await untilTold(platform, clock)
    tell(`${events} events to a receiver that fails: ${receiver.tries()} requests`)
    const afterPause = isDownForADay ? await failForADay(platform, { url, heard, clock, receiver }) : 0
    if (isDownForADay) tell(`paused after a day; ${afterPause} requests while nothing was to be sent`)
    const expected = Math.ceil(events / perLane) * perLane + (isDownForADay ? laterLanes * perLane : 0)
    const { failed: givenUp = 0 } = await eventStates(platform)
    return {
      fault: 'webhooks',
      events: expected,
      tries: receiver.tries(),
      givenUp,
      lost: expected - receiver.taken() - givenUp,
      // Only what was given up may be left out.
      disordered: receiver.wentBack() + Math.abs(receiver.leftOut() - givenUp),
      afterPause,
    }
  } finally {
    await platform.close()
    receiver.close()
  }
}

const laterLanes = 20
type Clock = { now: () => number; forward: (ms: number) => void }
type Receiver = ReturnType<typeof moodyReceiver>
type Scene = { url: string; heard: Listeners; clock: Clock; receiver: Receiver }

/** The receiver takes nothing for a day, events meanwhile wait, and an administrator sends them on. */
async function failForADay(platform: PlatformUnderTest, { url, heard, clock, receiver }: Scene): Promise<number> {
  receiver.feel('down')
  await seedEvents(platform, heard, { lanes: laterLanes, each: perLane, at: clock.now() })
  const { tenantId, integrationIds } = heard
  for (const until = clock.now() + 2 * webhookLimits.pauseAfterMs; clock.now() < until;) {
    const due = await nextDue(platform)
    if (due === null) break
    if (due > clock.now()) clock.forward(due - clock.now())
    await pause(20)
  }
  const { asking } = await administrator(url)
  for (const integrationId of integrationIds) {
    const { paused } = await post(url, 'getWebhook', { integrationId }, asking)
    if (paused === 0) throw new Error('a receiver that took nothing for a day is still sent to')
  }
  const before = receiver.tries()
  clock.forward(webhookLimits.pauseAfterMs)
  await pause(2000)
  const afterPause = receiver.tries() - before
  receiver.feel('well')
  const again = await administrator(url)
  for (const integrationId of integrationIds)
    await post(url, 'switchWebhook', { integrationId, paused: 0 }, { ...again.asking, tenantId })
  await untilTold(platform, clock)
  return afterPause
}

/** Sets the clock on to what is due next, until nothing waits. */
async function untilTold(platform: PlatformUnderTest, { now, forward }: Clock): Promise<void> {
  for (const until = performance.now() + 600_000; performance.now() < until; await pause(20)) {
    const due = await nextDue(platform)
    if (due === null) {
      const { waiting = 0 } = await eventStates(platform)
      if (waiting === 0) return
    } else if (due > now()) forward(due - now())
  }
  throw new Error('events wait for ever')
}

/** Takes seven of ten; of the rest some are refused, some cut off before and some after they were taken. */
function moodyReceiver() {
  let [tries, taken, wentBack, leftOut] = [0, 0, 0, 0]
  let mood: 'moody' | 'down' | 'well' = 'moody'
  const last = new Map<string, number>()
  const server = createServer((asked, answer) => {
    tries += 1
    void read(asked).then((body) => {
      const luck = mood === 'moody' ? Math.random() : Number(mood === 'well')
      if (luck < 0.1) return answer.writeHead(503).end()
      if (luck < 0.15) return answer.writeHead(302, { location: '/elsewhere' }).end()
      if (luck < 0.2) return asked.socket.destroy()
      const { lane, no } = Told.parse(JSON.parse(body))
      const known = last.get(lane) ?? 0
      if (no < known) wentBack += 1
      if (no > known) {
        taken += 1
        leftOut += no - known - 1
        last.set(lane, no)
      }
      return luck < 0.3 ? asked.socket.destroy() : done(answer)
    })
  })
  return {
    async listening() {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return `http://127.0.0.1:${Object(server.address()).port}/moqi`
    },
    feel: (next: typeof mood) => (mood = next),
    tries: () => tries,
    taken: () => taken,
    wentBack: () => wentBack,
    leftOut: () => leftOut,
    close: () => server.close(),
  }
}

const done = (answer: ServerResponse) => answer.writeHead(204).end()

async function read(asked: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
