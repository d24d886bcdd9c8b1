import { expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { findTexts } from './find-texts.ts'
import { translateScript } from './translate-script.ts'

const keys = (code: string) => findTexts(code).map(({ key }) => key)

/** What a translated script answers, worked out as a module. */
async function worked(code: string, english: Record<string, string | null>): Promise<unknown> {
  const catalogue: Catalogue = new Map(Object.entries(english))
  const missing: string[] = []
  const made = translateScript(code, catalogue, (chinese) => missing.push(chinese))
  expect(missing).toEqual([])
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(`export const answer = ${made}`)}`)
  return typeof module === 'object' && module && 'answer' in module ? module.answer : undefined
}

test('texts are found whole, with their slots numbered in the order of the Chinese', () => {
  expect(keys('x = `共${n}份，${other}`')).toEqual(['共{0}份，{1}'])
  expect(keys('jsx("p",{children:["共",n," 份"]})')).toEqual(['共{0} 份'])
  expect(keys('jsx("p",{children:[`剩余${n}份`,jsx("b",{children:"购买"})]})')).toEqual(['剩余{0}份{1}', '购买'])
  expect(keys('x = ["签署","取消"]')).toEqual(['签署', '取消'])
})

test('what a script compares with, takes apart, looks up by or marks as data is no text', () => {
  expect(keys('x === "已签署"; y.includes("印章"); z.split("、"); w.replace("（", "(")')).toEqual([])
  expect(keys('switch (x) { case "日": break }')).toEqual([])
  expect(keys('o = { 公章: 1 }; o["公章"]; verbatim`合同专用章`')).toEqual([])
  expect(keys('w.replace("x", "；")')).toEqual(['；'])
})

test('a text is written in English with what its slots hold, in whichever order it is read', async () => {
  expect(await worked('(() => { const n = 3; return `共${n}份` })()', { '共{0}份': '{0} in all' })).toBe('3 in all')
  expect(
    await worked('(() => { const [who, what] = ["Li","A"]; return `${who}签署${what}` })()', {
      '{0}签署{1}': '“{1}” signed by {0}',
    }),
  ).toBe('“A” signed by Li')
  expect(await worked('({children:["共",3,"份"]})', { '共{0}份': '{0} in all' })).toEqual({ children: [3, ' in all'] })
})

test('a count chooses its word', async () => {
  const english = { '{0}份': '{0} cop{0|y|ies}' }
  expect(await worked('(() => { const n = 1; return `${n}份` })()', english)).toBe('1 copy')
  expect(await worked('(() => { const n = "12"; return `${n}份` })()', english)).toBe('12 copies')
})

test('texts within the slots of another are written too, also where that one stays Chinese', async () => {
  const code = '(() => { const draft = true; return `《${draft ? "草稿" : "合同"}》` })()'
  expect(await worked(code, { '《{0}》': '“{0}”', 草稿: 'draft', 合同: 'contract' })).toBe('“draft”')
  expect(await worked(code, { '《{0}》': null, 草稿: 'draft', 合同: 'contract' })).toBe('《draft》')
})

test('signs that mean something in a script are kept as signs', async () => {
  expect(await worked('`第${1}页`', { '第{0}页': '`${{0}}` \\ "p"' })).toBe('`${1}` \\ "p"')
})
