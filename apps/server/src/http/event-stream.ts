import { Readable } from 'node:stream'
import { Refusal } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Member, Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { EventStream } from '#src/platform/handlers.ts'
import { waiting } from '#src/platform/timers.ts'
import { stillActs } from '#src/cores/identity/session.ts'

type Stream = { actor: Person | Member; events: EventStream<unknown>; shape: z.ZodType }

/** One account's streams on this node: a browser holds one a space, whatever its tabs. */
const mostStreams = 12

/**
 * Between two signs of life, ms. A dead connection is known by their absence, a dead session is looked for with each.
 */
export const beatMs = 20_000

/**
 * Answers streams of server-sent events. Each is read as fast as its reader takes it, ends with the reader, with its
 * session and with the server. Throws `request/too-often` when the account has too many.
 */
export function eventSender(app: FastifyInstance, deps: Deps, everyMs = beatMs) {
  const counts = new Map<string, number>()
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  const count = (accountId: string, change: 1 | -1) => {
    const number = (counts.get(accountId) ?? 0) + change
    if (number > mostStreams) {
      throw new Refusal('request/too-often', { message: '打开的页面过多，请关闭一些后刷新' })
    }
    if (number > 0) counts.set(accountId, number)
    else counts.delete(accountId)
  }

  return (reply: FastifyReply, { actor, events, shape }: Stream): FastifyReply => {
    count(actor.accountId, 1)
    const gone = new AbortController()
    reply.raw.once('close', () => {
      count(actor.accountId, -1)
      gone.abort()
    })
    const ended = AbortSignal.any([gone.signal, closing.signal])
    const alive = () => stillActs(deps, actor)
    const text = lines(events(ended), { shape, everyMs, alive, end: () => gone.abort() })
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
    return reply.send(Readable.from(text, { highWaterMark: 1 }))
  }
}

type Rhythm = { shape: z.ZodType; everyMs: number; alive: () => Promise<boolean>; end: () => void }

/** The stream's text (HTML §9.2.6): its events, and an empty comment with every beat. */
async function* lines(events: AsyncGenerator<unknown>, rhythm: Rhythm): AsyncGenerator<string> {
  yield ':\n\n'
  let beat = waiting(rhythm.everyMs)
  let coming = events.next()
  try {
    for (;;) {
      const first = await Promise.race([coming, beat.over])
      if (first === null) {
        if (!(await rhythm.alive())) return
        yield ':\n\n'
        beat = waiting(rhythm.everyMs)
      } else if (first.done) {
        return
      } else {
        yield eventText(rhythm.shape.parse(first.value))
        coming = events.next()
      }
    }
  } finally {
    beat.stop()
    // Whoever waits for the next event must not wait on.
    rhythm.end()
    await events.return(undefined)
  }
}

function eventText(value: unknown): string {
  const { event, data } = Object(value)
  return `event: ${String(event)}\ndata: ${JSON.stringify(data)}\n\n`
}
