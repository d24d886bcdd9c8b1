import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { table } from './table.ts'

/** Where a JSON schema, or what lies in it, lets a boolean through. */
function booleansIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'type' in schema && [schema.type].flat().includes('boolean') ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => booleansIn(inner, `${path}/${key}`))]
}

test.each<[string, Call]>(Object.entries(table))('%s answers yes and no as 1 and 0 (checklist C0.5)', (_name, call) => {
  expect(booleansIn(z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }))).toEqual([])
})

test('a boolean would be found however deep it lies', () => {
  const nested = z.object({ rowArray: z.array(z.object({ done: z.boolean().nullable(), no: z.literal(false) })) })
  expect(booleansIn(z.toJSONSchema(nested))).toHaveLength(2)
})
