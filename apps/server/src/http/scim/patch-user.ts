import { provisioningLimits } from '@moqi/domain/spaces/provisioning'
import { Messages, Schemas, Types } from 'scimmy'
import type { KnownUser, ProvidedUser } from '#src/cores/provisioning/provided-user.ts'
import { attributesOf, plain, providedOf, ScimUser, untold, userDefinition } from './user-schema.ts'
import { judged, ScimFault } from './scim-fault.ts'

type Operation = { op: Messages.PatchOp.ValidPatchOperations; path?: string; value?: unknown }

const kept = new Set(userDefinition.attributes.map(({ name }) => name.toLowerCase()))
const known = new Set(Schemas.User.definition.attributes.map(({ name }) => name.toLowerCase()))
const ownPrefix = `${userDefinition.id}:`.toLowerCase()

/** What a PATCH makes of somebody (RFC 7644 §3.5.2), in the shapes of Okta and Entra. */
export async function readPatch(body: unknown): Promise<(present: KnownUser) => Promise<ProvidedUser>> {
  const operations = await judged(() => operationsOf(attributesOf(body)), 'invalidSyntax')
  return (present) => patched(present, operations)
}

function operationsOf({ schemas, Operations, operations = Operations }: Record<string, unknown>): Operation[] {
  if (!Array.isArray(schemas) || !schemas.includes(Messages.PatchOp.id))
    throw new ScimFault(400, 'invalidSyntax', `schemas 须包含 ${Messages.PatchOp.id}`)
  if (!Array.isArray(operations) || operations.length > provisioningLimits.operations)
    throw new ScimFault(400, 'invalidSyntax', `Operations 应为数组，至多${provisioningLimits.operations}项`)
  // The library judges their shapes, and says which of them is wrong.
  const { Operations: shaped } = new Messages.PatchOp({ schemas: [Messages.PatchOp.id], Operations: operations })
  return shaped.flatMap(({ op, path, value }) => ofKept({ op, ...(path !== undefined && { path: own(path) }), value }))
}

/** An attribute's path without the schema that is meant anyway. */
const own = (path: string) => (path.toLowerCase().startsWith(ownPrefix) ? path.slice(ownPrefix.length) : path)
const rootOf = (path: string) => (/^[\w$-]+/.exec(path)?.[0] ?? path).toLowerCase()

/** Attributes of the standard or of an extension, none of which is kept. What nobody knows is wrong instead. */
const isPassedOver = (path: string): boolean =>
  /^urn:/i.test(path) || (known.has(rootOf(path)) && !kept.has(rootOf(path)))

/** An operation on what is kept, if it is one. */
function ofKept({ op, path, value }: Operation): Operation[] {
  if (path !== undefined) {
    const name = /[\w$-]+$/.exec(path)?.[0] ?? path
    return isPassedOver(path) ? [] : [{ op, path, value: untold(value, name) }]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ op, value }]
  const entries = Object.entries(plain(value)).map(([name, inner]) => [own(name), inner] as const)
  const left = entries.filter(([name]) => !isPassedOver(name) && name.toLowerCase() !== 'schemas')
  return left.length === 0 ? [] : [{ op, value: Object.fromEntries(left) }]
}

async function patched(present: KnownUser, operations: readonly Operation[]): Promise<ProvidedUser> {
  return judged(async () => {
    const { userId: id, userName, externalId, active, displayName, name, emails, phoneNumbers } = present
    let user: Types.Schema = new ScimUser({ id, userName, externalId, active, displayName, name, emails, phoneNumbers })
    for (const operation of operations) user = (await applied(user, operation)) ?? user
    return providedOf(user)
  })
}

const oneOfSeveral = /^(emails|phoneNumbers)\[\s*(\w+)\s+eq\s+"([^"]*)"\s*\]\.(\w+)$/i

/** Where the value it names is not there yet Entra means that it be made, whether it adds or replaces. */
async function applied(user: Types.Schema, operation: Operation): Promise<Types.Schema | undefined> {
  try {
    return await apply(user, operation)
  } catch (error) {
    const [, path, by, is, sub] = oneOfSeveral.exec(operation.path ?? '') ?? []
    const isMissing = error instanceof Types.Error && error.scimType === 'noTarget'
    if (!isMissing || path === undefined || by === undefined || sub === undefined) throw error
    return apply(user, { op: 'add', path, value: [{ [by]: untold(is, by), [sub]: operation.value }] })
  }
}

const apply = (user: Types.Schema, operation: Operation): Promise<Types.Schema | undefined> =>
  new Messages.PatchOp({ schemas: [Messages.PatchOp.id], Operations: [operation] }).apply(user)
