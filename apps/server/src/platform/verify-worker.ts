import { parentPort } from 'node:worker_threads'
import { type ChangedPage, openPageImages, type PageImages } from '@moqi/pdf/page-image/render-page'
import { maybeOfd } from '@moqi/ofd/is-ofd'
import { verifyOfd } from '@moqi/ofd/verify-ofd'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { VerifiedFile, VerifyJob } from './workshop.ts'

/** What PDFium has grown to it never gives back, but for a fresh instance. */
const mostMemory = 512 * 1024 * 1024

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
const dataUrl = (png: Buffer | null) => png && `data:image/png;base64,${png.toString('base64')}`

let opening: Promise<PageImages> | undefined

/** One file after the other: the pool sends the next only after this verdict. */
parentPort?.on('message', (job: VerifyJob) => {
  void verify(job).then((verified) => parentPort?.postMessage(verified, []))
})

async function verify({ bytes, roots, crls, now, pictures, drawsOnlyOthers }: VerifyJob): Promise<VerifiedFile> {
  const trustedRoots = roots.map(bufferOf)
  const trust = { trustedRoots, ownRoots: trustedRoots, crls: crls.map(bufferOf), now: new Date(now) }
  if (maybeOfd(bufferOf(bytes))) return verifyOfd(bufferOf(bytes), trust)
  opening ??= openPageImages()
  const renderer = await opening
  const { changedPages = [], ...verdict } = await verifyPdf(bufferOf(bytes), {
    ...trust,
    renderer,
    drawsOnlyOthers,
    pictures,
  })
  if (renderer.memoryBytes() > mostMemory) opening = undefined
  return { ...verdict, ...(changedPages.length > 0 && { changedPageArray: changedPages.map(toUrls) }) }
}

const toUrls = ({ page, area, fieldName, signed, current }: ChangedPage) => ({
  page,
  area,
  fieldName,
  signedImage: dataUrl(signed),
  currentImage: dataUrl(current),
})
