import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import type { SealColor } from '@moqi/domain/seals/seal-colors'
import {
  personSeal,
  type PersonSealStyle,
  personSealStyles,
  type SealArt,
  SealNotDrawable,
} from '@moqi/signing/seal-art/draw-seal'
import type { Member } from '#src/platform/actor.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** The styles of a personal seal drawn with the registered name; nothing is stored (checklist C38). */
export const makePersonSealImg: Handler<typeof seal.makePersonSealImg> = async ({ config }, member, { sealColor }) => {
  const name = registeredName(member)
  return {
    sealReview: config.sealReview,
    sealImgArray: personSealStyles.map((sealStyle) => {
      const { png, widthMm, heightMm } = drawPersonSeal(name, sealStyle, sealColor)
      const sealImg = `data:image/png;base64,${png.toString('base64')}`
      return { sealStyle, sealImg, width: widthMm, height: heightMm }
    }),
  }
}

/** The name a personal seal bears. Throws unless the actor is in the own, authenticated space. */
export function registeredName({ space }: Pick<Member, 'space'>): string {
  if (space.kind !== 'person') throw new Refusal('field/invalid', { message: '请切换到个人空间后制作个人印章' })
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  return space.name
}

/** Draws a personal seal; a name that no seal is drawn of is refused with what to do. */
export function drawPersonSeal(name: string, style: PersonSealStyle, color: SealColor): SealArt {
  try {
    return personSeal(name, style, color)
  } catch (cause) {
    if (!(cause instanceof SealNotDrawable)) throw cause
    throw new Refusal('field/invalid', { field: 'sealStyle', message: cause.message }, { cause })
  }
}
