import type { IntegrationScope } from '@moqi/domain/integrations/integration-rules'
import { integrationLimits } from '@moqi/domain/integrations/integration-rules'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admitted } from '#src/cores/integration/call-log.ts'
import { type Named, signedDoor } from '#src/cores/integration/signed-door.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AnswerCall, Answered } from './answer-call.ts'
import { bearerLimiter } from './bearer-limit.ts'
import { type LimitLeft, rateLimiter } from './rate-limit.ts'
import { incomingOf, noBody, readSigned, type SignedHead, signedBody } from './read-signed.ts'
import { refusalOf } from './request-log.ts'
import type { KeepUpload } from './upload.ts'

type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** What answering signed requests takes of the door for sessions. */
export type SignedMounting = {
  deps: Deps
  answer: AnswerCall
  keep: KeepUpload
  traced: (name: string, answerer: Answerer) => Answerer
}

/** Lines in an integration's log about requests that were not let in. */
const refusedLines = { count: 30, seconds: 60 }
const minute = { count: integrationLimits.callsPerMinute, seconds: 60 }

/** The calls of the table that integrations may ask, by requests they sign (ADR 0036). */
export function mountSigned(app: FastifyInstance, answered: readonly Answered[], mounting: SignedMounting): void {
  const { deps, answer, keep, traced } = mounting
  void app.register(async (door) => {
    // The bytes as they come: what is signed is hashed before it is read.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const { enter, permit, noteAnswered } = signedEntry(deps)
    const admitted = new WeakMap<FastifyRequest, Admitted>()
    const ending = new Set<Promise<void>>()
    door.addHook('onResponse', async (request, reply) => {
      const line = admitted.get(request)
      if (!line) return
      const outcome = { status: reply.statusCode, reason: refusalOf(request), ms: Math.round(reply.elapsedTime) }
      const noted = noteAnswered(line, outcome)
        .catch((error: unknown) => deps.log('a line was not completed', error))
        .finally(() => ending.delete(noted))
      ending.add(noted)
    })
    door.addHook('onClose', async () => void (await Promise.all(ending)))
    door.addHook('preSerialization', async (request, _reply, payload) =>
      typeof payload === 'object' && payload !== null ? { ...payload, requestId: request.id } : payload,
    )
    for (const one of answered) {
      const { name, call } = one
      const { scope } = call
      if (scope === null) continue
      door.route({
        method: call.method,
        url: `/openapi/v1/${name}`,
        config: { call: name },
        handler: traced(`openapi ${name}`, async (request, reply) => {
          const head = readSigned(request)
          const { named, member, admission } = await enter(name, request, head)
          const noted = admission.then((line) => void admitted.set(request, line))
          noted.catch(() => undefined)
          try {
            // What only reads is worked out meanwhile: nothing comes of it, should the request be a repeated one.
            if (call.mutates || call.kind !== 'json') await noted
            sayLeft(reply, permit(named, member, one, scope))
            const hasBody = call.kind !== 'upload' && call.method !== 'GET'
            const body = hasBody ? await signedBody(request, head) : undefined
            if (call.method === 'GET') noBody(head)
            const receive: Parameters<AnswerCall>[2]['receive'] = (client, use) =>
              keep(client, incomingOf(request, head), use)
            return await answer(one, member, { request, reply, body, receive, admission: noted })
          } catch (error) {
            // Its line is begun before it is completed, and whoever repeats a request hears that alone.
            await noted
            throw error
          }
        }),
      })
    }
  })
}

/** Judges who asks, and writes down who was not let in. */
function signedEntry(deps: Deps) {
  const door = signedDoor(deps)
  const limit = rateLimiter(deps.now)
  const strangers = bearerLimiter(deps.now)

  /** The member it acts as, and its nonce being taken. */
  async function knock(name: string, request: FastifyRequest, { parts, signature }: SignedHead, named: Named) {
    const logged = { call: name, address: request.ip, requestId: request.id }
    const refuse = async (error: unknown): Promise<never> => {
      if (error instanceof Refusal && hasRoom(named)) {
        const outcome = { status: refusalAnswers[error.code].status, reason: error.code, ms: 0 }
        await door.noteRefused(named, { ...logged, nonce: null }, outcome)
      }
      throw error
    }
    try {
      await door.requireSigned(named, parts, signature)
      const userAgent = request.headers['user-agent'] ?? ''
      const member = door.acting(named, { address: request.ip, userAgent })
      return { member, admission: door.admit(named, { ...logged, nonce: parts.nonce }).catch(refuse) }
    } catch (error) {
      return refuse(error)
    }
  }

  /** Who forges requests fills nobody's log. */
  function hasRoom({ integration }: Named): boolean {
    try {
      limit(`refused ${integration.integration_id}`, refusedLines)
      return true
    } catch {
      return false
    }
  }

  return {
    noteAnswered: door.noteAnswered,
    async enter(name: string, request: FastifyRequest, head: SignedHead) {
      const asking = { address: request.ip, token: head.parts.appId }
      strangers.check(asking)
      const note = (isKnown: boolean) => strangers.note(asking, isKnown)
      try {
        const named = await door.named(head.parts)
        const { member, admission } = await knock(name, request, head, named)
        admission.then(
          () => note(true),
          () => note(false),
        )
        return { named, member, admission }
      } catch (error) {
        note(false)
        throw error
      }
    },
    /** Throws `integration/scope`, `session/forbidden` and `request/too-often`; answers what is left of the limit. */
    permit({ integration }: Named, { space }: Member, { name, call }: Answered, scope: IntegrationScope): LimitLeft {
      if (!integration.scopes.includes(scope)) throw new Refusal('integration/scope')
      if (call.right && !space.rights.includes(call.right)) {
        throw new Refusal(space.closesAt === null ? 'session/forbidden' : 'space/closing')
      }
      const whose = `integration ${integration.integration_id}`
      const [all, own] = [limit(whose, minute), limit(`${name} ${whose}`, call.limit)]
      return own.remaining < all.remaining ? own : all
    },
  }
}

/** As IETF draft-ietf-httpapi-ratelimit-headers had them first, which clients know. */
function sayLeft(reply: FastifyReply, { limit, remaining, reset }: LimitLeft): void {
  void reply
    .header('x-ratelimit-limit', String(limit))
    .header('x-ratelimit-remaining', String(remaining))
    .header('x-ratelimit-reset', String(reset))
}
