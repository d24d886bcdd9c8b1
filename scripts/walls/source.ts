import { type Comment, type EcmaScriptModule, type ParseResult, parseSync } from 'oxc-parser'

/** A module as the rules read it. */
export type Source = {
  /** Path from the root of the repository, with `/`. */
  path: string
  text: string
  program: ParseResult['program']
  record: EcmaScriptModule
  comments: readonly Comment[]
  /** The line of an offset in `text`, from 1. */
  lineAt: (offset: number) => number
}

/** Parses one module. Throws when it is not one. */
export function readSource(path: string, text: string): Source {
  const { program, module: record, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  return { path, text, program, record, comments, lineAt: lineReader(text) }
}

function lineReader(text: string): (offset: number) => number {
  let starts: number[] | null = null
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
    return starts.filter((start) => start <= offset).length
  }
}
