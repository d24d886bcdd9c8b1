import { signDigest } from '@moqi/trust/cms/signed-data'
import { docMdp } from '@moqi/form/testing/foreign-document'
import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { unchanged } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { foreign, type ForeignVictim, listing, signFirst, signNext } from './foreign-victim.ts'

const [top, middle, leaf] = [foreign.free, foreign.free + 1, foreign.free + 2]
const invisible = `/Type/Annot/Subtype/Widget/F 132/P ${foreign.page} 0 R/Rect[0 0 0 0]`
const value = `/V ${foreign.secondValue} 0 R`

/** A signature field two steps down; readers that look only at nodes with a name miss what is below one without. */
function tree(bytes: Buffer, middleName: string): WrittenObject[] {
  return [
    { number: top, body: `<</T(annex)/Kids[${middle} 0 R]>>` },
    { number: middle, body: `<<${middleName}/Parent ${top} 0 R/Kids[${leaf} 0 R]>>` },
    { number: leaf, body: `<</FT/Sig/T(signer)${invisible}/Parent ${middle} 0 R${value}>>` },
    listing(bytes, 'form', `${top} 0 R`),
    listing(bytes, 'page', `${leaf} 0 R`),
  ]
}

/** A field of one kid, which has entries of its own. */
function parentAndKid(bytes: Buffer, parent: string, kid: string): WrittenObject[] {
  return [
    { number: top, body: `<<${parent}/T(third)/Kids[${leaf} 0 R]>>` },
    { number: leaf, body: `<<${invisible}${kid}/Parent ${top} 0 R>>` },
    listing(bytes, 'form', `${top} 0 R`),
    listing(bytes, 'page', `${leaf} 0 R`),
  ]
}

const fill = '/FT/Tx/V(900)/DA(/Helv 12 Tf 0 g)'

async function attacks(victim: ForeignVictim): Promise<Attack[]> {
  const { bytes, upload, on, level } = victim
  const { timestamps } = on
  const key = await on.party('乙方')
  const overOther = (digest: Buffer) => signDigest({ key, timestamps }, Buffer.from(digest.map((byte) => byte ^ 1)))
  const rewritten = appendIncrement(bytes, [unchanged(bytes, foreign.form)])
  const unlessClosed = async (honest: Promise<Buffer>) => (level === 1 ? rewritten : honest)
  const named = await unlessClosed(signNext(on, bytes, tree(bytes, '/T(part)')))
  const proper = await unlessClosed(signNext(on, bytes, parentAndKid(bytes, `/FT/Sig${value}`, '')))
  const entries = level === 'none' ? '' : docMdp(level)
  const textField = (more: string) =>
    signFirst(on, appendIncrement(upload, parentAndKid(upload, '/FT/Tx/V(100)/DA(/Helv 12 Tf 0 g)', more)), entries)
  const result: Attack[] = [
    {
      name: 'a broken signature below a node without a name',
      forged: await signNext(on, bytes, tree(bytes, ''), overOther),
      twin: named,
    },
    {
      name: 'an empty new field whose kid is filled in',
      forged: appendIncrement(bytes, parentAndKid(bytes, '/FT/Sig', fill)),
      twin: proper,
    },
    {
      name: 'a signed new field whose kid is filled in',
      forged: await signNext(on, bytes, parentAndKid(bytes, `/FT/Sig${value}`, fill)),
      twin: proper,
    },
    {
      name: 'a kid that had another value than its field when it was signed',
      forged: await textField('/V(900)'),
      twin: await textField(''),
    },
  ]
  // A certification comes first, and nothing before it.
  if (level !== 'none') return result
  const before = await signNext(on, upload, tree(upload, ''), overOther)
  const honest = await signNext(on, upload, tree(upload, '/T(part)'))
  result.push({
    name: 'a broken signature below a node without a name, before the others',
    forged: await signFirst(on, before),
    twin: await signFirst(on, honest),
  })
  return result
}

/** Nodes of the field tree without a name, which some take for widgets and others for fields. */
export const hiddenKid: AttackClass<ForeignVictim> = {
  name: 'hidden kid',
  families: ['malformed', 'coverage', 'changed', 'permission', 'structure'],
  attacks,
}
