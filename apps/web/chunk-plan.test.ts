import { expect, test } from 'vitest'
import { type Graph, inOrder, planChunks, reachOf } from './chunk-plan.ts'

type Shape = { bytes?: number; imports?: string[]; wants?: string[] }

/** Modules by name: about how many bytes each is on the wire, what it imports, and what it wants later. */
const graphOf = (modules: Record<string, Shape>): Graph => {
  const known = new Map(Object.entries(modules))
  return (id) => {
    const { bytes = 0, imports = [], wants = [] } = known.get(id) ?? {}
    return { code: ' '.repeat(bytes / 0.11), importedIds: imports, dynamicallyImportedIds: wants }
  }
}
const alike = () => 1
const nothingInVain = (id: string) => (id === 'main' ? Infinity : 1)
const nothing = () => false
const plan = (begins: string[], modules: Record<string, Shape>, weight: (id: string) => number = alike) =>
  planChunks(begins, weight, nothing, graphOf(modules)).map((together) => together.toSorted())

test('what a module reaches is what it imports, in circles too, and nothing it only wants later', () => {
  const graph = graphOf({ a: { imports: ['b'], wants: ['late'] }, b: { imports: ['a', 'c'] } })
  expect([...reachOf('a', graph)]).toEqual(['a', 'b', 'c'])
})

test('modules of the same askers lie together, and what one asks for stays with it', () => {
  const pages = { x: { imports: ['one', 'two', 'own'] }, y: { imports: ['one', 'two'] } }
  expect(plan(['x', 'y'], pages)).toEqual([['one', 'two']])
})

const shared = (bytes: number) => ({
  x: { imports: ['all', 'some'] },
  y: { imports: ['all', 'some'] },
  z: { imports: ['all'] },
  all: { bytes: 5000 },
  some: { bytes },
})

test('two files become one when the request weighs more than what is loaded in vain, and only then', () => {
  // x and y are spared a request of 1000 bytes each; z loads `some` in vain.
  expect(plan(['x', 'y', 'z'], shared(1900))).toEqual([['all', 'some']])
  expect(plan(['x', 'y', 'z'], shared(2100))).toEqual([['all'], ['some']])
})

test('who may load nothing in vain does not', () => {
  const pages = {
    x: { imports: ['all', 'some'] },
    y: { imports: ['all', 'some'] },
    main: { imports: ['all'] },
    some: { bytes: 10 },
  }
  expect(plan(['x', 'y', 'main'], pages, nothingInVain)).toEqual([['all'], ['some']])
})

test('what begins a file or is there already is in no shared one', () => {
  const graph = graphOf({ x: { imports: ['y', 'there'] }, y: {}, z: { imports: ['y', 'there'] } })
  expect(planChunks(['x', 'y', 'z'], alike, (id) => id === 'there', graph)).toEqual([])
})

test('files stand behind those they import from', () => {
  const graph = graphOf({ a: { imports: ['b'] }, b: { imports: ['c'] }, c: {} })
  expect(inOrder([['a'], ['b'], ['c']], graph)).toEqual([['c'], ['b'], ['a']])
})
