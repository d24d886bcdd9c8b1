import { describe, expect, test } from 'vitest'
import { factsOf } from '../testing/grammar-example.ts'
import { examples } from '../testing/grammar-examples.ts'
import { clauses, ruleName } from './rule.ts'
import { grammar } from './grammar.ts'

test('every rule has an example, and a name of its own', () => {
  const names = grammar.map(ruleName)
  expect(new Set(names).size).toBe(names.length)
  expect(examples.map(({ rule }) => rule).toSorted()).toEqual(names.toSorted())
})

test('every clause has a rule', () => {
  expect(new Set(grammar.map(({ clause }) => clause))).toEqual(new Set(Object.keys(clauses)))
})

describe('D1 to D36: what a change amounts to', () => {
  test.each(examples)('$rule', (example) => {
    const without = grammar.filter((rule) => ruleName(rule) !== example.rule)
    expect(factsOf(example)).toBe(example.facts)
    // The rule is what decides: without it the same change is another one.
    expect(factsOf(example, without)).not.toBe(example.facts)
  })
})

describe('the grammar is a white list', () => {
  const parts = new Set(grammar.flatMap((rule) => rule.parts))
  /** What is no part of a document but a question about one. */
  const questions = new Set([
    'information',
    'new field',
    'widget',
    'filled field',
    'field signed',
    'any object',
    'shared object',
  ])

  test.each([...parts].filter((part) => !questions.has(part)))('an unknown key of a %s is forbidden', (part) => {
    const general = grammar.filter(
      (rule) => rule.parts.includes(part) && rule.keys[0] === '*' && rule.condition === undefined && !rule.isBesides,
    )
    const last = (place: 'entry' | 'behind') => general.findLast(({ places }) => places.includes(place))
    expect(last('entry')?.kind ?? 'none').not.toBe('none')
    expect(last('behind')?.kind ?? 'none').not.toBe('none')
  })
})
