import { providerLimits } from '@moqi/domain/account/identity-provider'
import type { z } from 'zod'
import { type FetchLimits, guardedFetch } from '#src/platform/gateways/outbound/guarded-fetch.ts'
import { wayFault } from '#src/platform/gateways/outbound/judged-address.ts'
import { ChatFault } from './work-chat.ts'

/** What of the outside a work chat needs: the networks that are allowed, and the clock. */
export type ChatLimits = Pick<FetchLimits, 'allowed' | 'resolve'> & { answerMs?: number; now?: () => number }

/** A question to a vendor: with a body it is POSTed as JSON. */
export type Question = { query?: Record<string, string>; headers?: Record<string, string>; body?: object }

/** Asks an interface; throws `ChatFault` where no JSON answers. The words of the answer are the vendor's. */
export type AskVendor = (address: string, question: Question) => Promise<unknown>

/** A page of an address book is larger than what an identity provider says. */
const answerBytes = 4 * 1024 * 1024

/** Asks over the guarded fetch: fixed or judged hosts, no redirect, an answer in time and of a size. */
export function askVendor({ allowed, answerMs = providerLimits.answerMs, resolve }: ChatLimits): AskVendor {
  const fetch = guardedFetch({ allowed, answerMs, answerBytes, ...(resolve && { resolve }) })
  return async (address, { query = {}, headers = {}, body }) => {
    const url = new URL(address)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await fetch(url.href, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json; charset=utf-8' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new ChatFault(wayFault(error))
    })
    if (response.status >= 300 && response.status < 400) throw new ChatFault('discovery')
    try {
      return JSON.parse(await response.text())
    } catch {
      throw new ChatFault(response.status === 429 ? 'busy' : response.status >= 500 ? 'unreachable' : 'discovery')
    }
  }
}

/** An answer by its shape; another shape is no vendor's. */
export function shaped<S extends z.ZodType>(shape: S, answer: unknown): z.output<S> {
  const read = shape.safeParse(answer)
  if (!read.success) throw new ChatFault('discovery')
  return read.data
}
