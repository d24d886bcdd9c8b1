import type { IntegrationScope } from '@moqi/domain/integrations/integration-rules'
import type { LookPart } from '@moqi/domain/operators/look-rules'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { Right } from '@moqi/domain/spaces/rights'
import type { z } from 'zod'
import type { VisitPurpose } from '@moqi/domain/integrations/embed-rules'
import { empty, nothing } from './shapes.ts'

/**
 * Who may call: `open` needs no session; `session` any signed-in account; `tenant` an account acting in one of its
 * spaces (header `X-Tenant-Id`, else the space last set in the session); `operator` one of those who run the platform,
 * who have accounts of their own and no space.
 */
export type Access = 'open' | 'session' | 'tenant' | 'operator'

/** How often one caller may ask: `count` calls in `seconds`, counted per account, or per address when there is none. */
export type Limit = { count: number; seconds: number }

/** What the parsed input must be as well, in a visit for the contract of that `signId`. */
export type VisitRule = (signId: string) => z.ZodType

/** One HTTP call. Everything the server, the web client and the OpenAPI page know of it stands here. */
export type Call = {
  method: 'GET' | 'POST'
  path: `/${string}`
  summary: string
  access: Access
  /** What the member must be allowed in the space; who is not answers HTTP 403 (checklist C0.4). */
  right: Right | null
  /** What an integration must be allowed to ask it under /openapi/v1 in its member's name; null: none may. */
  scope: IntegrationScope | null
  /**
   * For which purposes a visit may ask it, each with what of the input is bound to the contract the visit is for
   * (ADR 0038); null: none may.
   */
  visit: Partial<Record<VisitPurpose, VisitRule>> | null
  /**
   * Which part of the space `tenantId` an operator sees by it: asked only while the operator looks into that space,
   * with a reason (ADR 0066), and noted there; null: none.
   */
  look: LookPart | null
  /** JSON body or query. For `upload` and `pair` the fields beside the files. */
  input: z.ZodType
  /**
   * The envelope's `data`. A `blob` call answers bytes instead and keeps this for nothing but documentation; a `stream`
   * answers server-sent events, each of this shape: `event` its name, `data` its JSON.
   */
  output: z.ZodType
  kind: 'json' | 'blob' | 'upload' | 'pair' | 'stream'
  /** The envelope's `code` on success (checklist K5). */
  success: 200 | 0 | '0'
  /**
   * Changes something: takes an `Idempotency-Key` (checklist C0.7). An open one must name a `ticket`, whose keys they
   * are.
   */
  mutates: boolean
  refuses: readonly RefusalCode[]
  limit: Limit
}
/** A table of calls by their names. */
export type Calls = Record<string, Call>
/** What a call is asked with, once parsed. */
export type Input<C extends Call> = z.output<C['input']>
/** What a call answers with, once its output is stripped to its shape. */
export type Output<C extends Call> = z.output<C['output']>
/** What a client sends, before defaults are filled in. */
export type Sent<C extends Call> = z.input<C['input']>

/** What is written of a call: what it does not say is as those beside it have it, or as most calls do. */
type Written = Pick<Call, 'summary'> & Partial<Call>
type Shared = Partial<Pick<Call, 'access' | 'right'>>
type Defaults = {
  method: 'POST'
  access: 'tenant'
  right: null
  scope: null
  visit: null
  look: null
  input: typeof empty
  output: typeof nothing
  kind: 'json'
  success: 200
  mutates: false
  refuses: readonly []
}
type Filled<W extends Written, S extends Shared> = {
  [K in keyof Call]: K extends keyof W
    ? W[K] & Call[K]
    : K extends keyof S
      ? S[K] & Call[K]
      : K extends keyof Defaults
        ? Defaults[K]
        : Call[K]
}

const reads: Limit = { count: 600, seconds: 60 }
const writes: Limit = { count: 120, seconds: 60 }

/**
 * Fills in what most calls share, and those of one table: the path is the base with the call's name; POST, JSON,
 * success 200, in a space; asks for nothing, answers nothing. Keeps each call's literal types.
 */
export function callsUnder<const S extends Shared = object>(
  base: `/${string}` | '',
  shared?: S,
): <const T extends Record<string, Written>>(table: T) => { [K in keyof T]: Filled<T[K], S> }
export function callsUnder(base: `/${string}` | '', shared: Shared = {}): (table: Record<string, Written>) => Calls {
  const filled = (name: string, written: Written): Call => ({
    method: 'POST',
    path: `${base}/${name}`,
    access: 'tenant',
    right: null,
    scope: null,
    visit: null,
    look: null,
    input: empty,
    output: nothing,
    kind: 'json',
    success: 200,
    mutates: false,
    refuses: [],
    limit: written.mutates ? writes : reads,
    ...shared,
    ...written,
  })
  return (table) => Object.fromEntries(Object.entries(table).map(([name, written]) => [name, filled(name, written)]))
}

/** Calls that each say their path, or lie at the root. */
export const defineCalls = callsUnder('')
