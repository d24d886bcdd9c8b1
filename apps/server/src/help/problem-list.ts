import type { Input, Output } from '@moqi/api/call'
import type { help } from '@moqi/api/help'
import { questions } from './questions.ts'

type Call = typeof help.problemListOpen

/** The questions of one audience, or of everybody (checklist C76). */
export async function problemListOpen(
  _deps: unknown,
  _caller: unknown,
  { inUserType }: Input<Call>,
): Promise<Output<Call>> {
  const asked = questions.filter(({ audiences }) => !inUserType || audiences.includes(inUserType))
  return { problemArray: asked.map(({ problemName, columnId }) => ({ problemName, columnId })) }
}
