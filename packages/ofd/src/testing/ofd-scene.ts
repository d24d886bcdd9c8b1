import { digestOf } from '@moqi/trust/cms/check-signature'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { makeSeal, signWithSeal } from '@moqi/trust/eseal/seal'
import { makeOldSeal, signWithOldSeal } from '@moqi/trust/testing/old-seals'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { VerifyOfdOptions } from '../verify-ofd.ts'
import { writeZip, type ZipPart } from './write-zip.ts'

/** The files of a package by name, in the order they are written. */
export type OfdFiles = ReadonlyMap<string, Buffer>

const namespace = 'xmlns:ofd="http://www.ofdspec.org/2016"'
const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)
const day = 24 * 3_600_000

/** A page with one line of text at the top; the rest of it is empty. */
function pageXml(text: string): Buffer {
  return xml(
    `<ofd:Page ${namespace}><ofd:Content><ofd:Layer ID="10"><ofd:TextObject ID="11" Boundary="20 20 100 8" Font="1"` +
      ` Size="5"><ofd:TextCode X="0" Y="6">${text}</ofd:TextCode></ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>`,
  )
}

/** An OFD without signatures: a page for each text. */
export function unsignedOfd(texts: readonly string[]): OfdFiles {
  const pages = texts.map((_, index) => `<ofd:Page ID="${index + 1}" BaseLoc="Pages/Page_${index}/Content.xml"/>`)
  return new Map([
    [
      'OFD.xml',
      xml(
        `<ofd:OFD ${namespace} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID>` +
          '</ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>',
      ),
    ],
    [
      'Doc_0/Document.xml',
      xml(
        `<ofd:Document ${namespace}><ofd:CommonData><ofd:MaxUnitID>99</ofd:MaxUnitID><ofd:PageArea>` +
          '<ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea></ofd:CommonData>' +
          `<ofd:Pages>${pages.join('')}</ofd:Pages></ofd:Document>`,
      ),
    ],
    ...texts.map((text, index): [string, Buffer] => [`Doc_0/Pages/Page_${index}/Content.xml`, pageXml(text)]),
  ])
}

/** How one signature is made; what is absent is as usual. */
export interface OfdSigning {
  key: SigningKey
  seal: Buffer
  hash?: 'sm3' | 'sha256' | 'md5'
  at?: Date
  /** What Signature.xml says of the time. */
  stated?: string
  boundary?: string
  /** Files that are left out of the references. */
  without?: (name: string) => boolean
  type?: string
  older?: boolean
  stamped?: boolean
}

const methods = { sm3: '1.2.156.10197.1.401', sha256: '2.16.840.1.101.3.4.2.1', md5: 'MD5' } as const

const infoFor = (key: SigningKey, name: string) => ({
  vendor: 'MOQI',
  id: '50011200000001',
  type: 1,
  name,
  signers: { kind: 'certificates' as const, certificates: [key.identity.certificate] },
  createdAt: new Date(sceneTime.getTime() - 30 * day),
  validFrom: new Date(sceneTime.getTime() - 30 * day),
  validTo: new Date(sceneTime.getTime() + 300 * day),
  picture: { type: 'png', data: Buffer.from('89504e47', 'hex'), width: 40, height: 40 },
  extensions: [],
})

/** Keys, seals and roots of a test, and what makes files with them. All keys are of SM2. */
export async function ofdScene() {
  const on = await scene(undefined, 'SM2')
  const maker = await on.party('印章制作单位')
  const [first, second] = [await on.party('甲方公司'), await on.party('乙方公司')]
  const options: VerifyOfdOptions = {
    trustedRoots: [on.root, on.issuing].map(({ key }) => key.identity.certificate),
    ownRoots: [],
    now: sceneTime,
  }
  const sealFor = async (key: SigningKey, name = '甲方公司公章') => makeSeal(maker, infoFor(key, name))
  const oldSealFor = async (key: SigningKey, name = '甲方公司公章') => makeOldSeal(maker, infoFor(key, name))

  /** Adds a signature over every file but lists of signatures. */
  const sign = async (before: OfdFiles, how: OfdSigning): Promise<OfdFiles> => {
    const files = withList(before)
    const index = [...files.keys()].filter((name) => name.endsWith('Signature.xml')).length
    const folder = `Doc_0/Signs/Sign_${index}`
    const hash = how.hash ?? 'sm3'
    const names = [...files.keys()].filter((name) => !name.endsWith('Signatures.xml') && !how.without?.(name))
    const references = [...names, `${folder}/Seal.esl`].map((name) => {
      const content = files.get(name) ?? how.seal
      const value = digestOf(hash, [content]).toString('base64')
      return `<ofd:Reference FileRef="/${name}"><ofd:CheckValue>${value}</ofd:CheckValue></ofd:Reference>`
    })
    const at = how.at ?? sceneTime
    const stated = how.stated ?? at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
    const signature = xml(
      `<ofd:Signature ${namespace}><ofd:SignedInfo><ofd:Provider ProviderName="moqi-test" Version="1"/>` +
        `<ofd:SignatureMethod>1.2.156.10197.1.501</ofd:SignatureMethod>` +
        `<ofd:SignatureDateTime>${stated}</ofd:SignatureDateTime>` +
        `<ofd:References CheckMethod="${methods[hash]}">${references.join('')}</ofd:References>` +
        `<ofd:StampAnnot ID="1" PageRef="1" Boundary="${how.boundary ?? `20 ${100 + index * 60} 40 40`}"/>` +
        '<ofd:Seal><ofd:BaseLoc>Seal.esl</ofd:BaseLoc></ofd:Seal></ofd:SignedInfo>' +
        `<ofd:SignedValue>/${folder}/SignedValue.dat</ofd:SignedValue></ofd:Signature>`,
    )
    const content = {
      seal: how.seal,
      at,
      dataHash: digestOf('sm3', [signature]),
      propertyInfo: `/${folder}/Signature.xml`,
      extensions: [],
    }
    const value = how.older
      ? await signWithOldSeal(how.key, content)
      : await signWithSeal({ key: how.key, ...(how.stamped !== false && { timestamps: on.timestamps }) }, content)
    const type = how.type ?? 'Seal'
    const entry = `<ofd:Signature ID="${index + 1}" Type="${type}" BaseLoc="Sign_${index}/Signature.xml"/>`
    return new Map([
      ...replaced(files, 'Doc_0/Signs/Signatures.xml', '</ofd:Signatures>', `${entry}</ofd:Signatures>`),
      [`${folder}/Signature.xml`, signature],
      [`${folder}/Seal.esl`, how.seal],
      [`${folder}/SignedValue.dat`, value],
    ])
  }
  return { on, options, maker, first, second, sealFor, oldSealFor, sign }
}

/** The same with an empty list of signatures, if it has none yet. */
function withList(files: OfdFiles): OfdFiles {
  if (files.has('Doc_0/Signs/Signatures.xml')) return files
  const named = '</ofd:DocRoot><ofd:Signatures>Doc_0/Signs/Signatures.xml</ofd:Signatures>'
  return new Map([
    ...replaced(files, 'OFD.xml', '</ofd:DocRoot>', named),
    ['Doc_0/Signs/Signatures.xml', xml(`<ofd:Signatures ${namespace}></ofd:Signatures>`)],
  ])
}

/** The same files with some text of one replaced. */
export function replaced(files: OfdFiles, name: string, from: string, to: string): OfdFiles {
  return new Map(
    [...files].map(([one, content]) => [
      one,
      one === name ? Buffer.from(content.toString('utf8').replace(from, to)) : content,
    ]),
  )
}

/** The entries of a package, to be written as they are or changed. */
export const partsOf = (files: OfdFiles): ZipPart[] => [...files].map(([name, content]) => ({ name, content }))

/** The bytes of a package. */
export const ofdBytes = (files: OfdFiles): Buffer => writeZip(partsOf(files))
