import type { Call } from '@moqi/api/call'
import { type Table, table } from '@moqi/api/table'
import { z } from 'zod'

type Signed<Kind extends Call['kind']> = {
  [K in keyof Table]: Table[K]['scope'] extends null ? never : Table[K]['kind'] extends Kind ? K : never
}[keyof Table]

/** A call that answers JSON. */
export type JsonName = Signed<'json'>
/** A call that answers bytes. */
export type BlobName = Signed<'blob'>
/** A call that takes a file. */
export type UploadName = Signed<'upload'>

/** What an assistant may do beyond looking. */
export type Allowed = { readonly launch: boolean; readonly manage: boolean }

const calls: Readonly<Record<string, Call>> = table
const isSigned = (name: string): boolean => (calls[name]?.scope ?? null) !== null
const isJson = (name: string): name is JsonName => isSigned(name) && calls[name]?.kind === 'json'
const isBlob = (name: string): name is BlobName => isSigned(name) && calls[name]?.kind === 'blob'
const isUpload = (name: string): name is UploadName => isSigned(name) && calls[name]?.kind === 'upload'

/** Fetches what only a call that changes something makes. */
const unreachable: ReadonlySet<string> = new Set(['downloadArchive'])

/**
 * Whether an assistant is offered a call. Links by which somebody else signs are never handed to it; what changes
 * something only where the person who runs it said so.
 */
function isOffered(name: string, { scope, mutates }: Call, allowed: Allowed): boolean {
  if (scope === null || scope === 'embed' || unreachable.has(name)) return false
  if (scope === 'manage') return allowed.manage
  return !mutates || (scope === 'launch' && allowed.launch)
}

/** The calls an assistant is offered, by how they are asked. */
export function offeredCalls(allowed: Allowed): { json: JsonName[]; blob: BlobName[]; upload: UploadName[] } {
  const names = Object.entries(calls).flatMap(([name, call]) => (isOffered(name, call, allowed) ? [name] : []))
  return { json: names.filter(isJson), blob: names.filter(isBlob), upload: names.filter(isUpload) }
}

/** A call as the table has it. */
export const callOf = (name: JsonName | BlobName | UploadName): Call => table[name]

/** What a tool is called and said to do, and to whom it may do harm. */
export function described(name: JsonName | BlobName | UploadName) {
  const { summary, mutates } = callOf(name)
  // How a browser sends a file is nothing to an assistant.
  const description = summary.replace(/（multipart：[^）]*）/, '')
  const readOnlyHint = !mutates
  return { description, annotations: { readOnlyHint, destructiveHint: undone.has(name), openWorldHint: true } }
}

/** What cannot be taken back, or is felt by others. */
const undone: ReadonlySet<string> = new Set([
  'deleteTask',
  'recallTask',
  'recallTasks',
  'removeParty',
  'replaceParty',
  'sendTask',
])

/** Fields beside a call's own, each with its rule. */
type Beside = Readonly<Record<string, z.ZodType>>

/**
 * A call's input as a tool's arguments: judged by the call table, handed on as it was written (the server fills in
 * what is left out). A tool's arguments are an object, also where a call asks for nothing.
 */
export function argumentsOf(name: JsonName | BlobName | UploadName, beside: Beside = {}) {
  const { input } = callOf(name)
  const rule = input instanceof z.ZodObject ? input.extend(beside) : input
  const { $schema: _, ...asked } = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
  const schema = { type: 'object', ...asked }
  const validate = (value: unknown) => {
    const read = rule.safeParse(value ?? {})
    return read.success
      ? { value: value ?? {} }
      : { issues: read.error.issues.map(({ path, message }) => ({ path: path.map(String), message })) }
  }
  return {
    '~standard': { version: 1, vendor: 'moqi', validate, jsonSchema: { input: () => schema, output: () => schema } },
  } as const
}
