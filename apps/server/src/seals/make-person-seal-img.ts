import type { Output } from '@moqi/api/call'
import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import {
  personSeal,
  type PersonSealStyle,
  personSealStyles,
  type SealArt,
  SealGlyphMissing,
} from '@moqi/signing/seal-art/draw-seal'
import type { Member } from '#src/platform/actor.ts'

/** The styles of a personal seal drawn with the registered name; nothing is stored (checklist C38). */
export async function makePersonSealImg(
  _deps: unknown,
  member: Member,
): Promise<Output<typeof seal.makePersonSealImg>> {
  const name = registeredName(member)
  return {
    sealImgArray: personSealStyles.map((sealStyle) => {
      const { png, widthMm, heightMm } = drawPersonSeal(name, sealStyle)
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

/** Draws a personal seal; a name with characters the font lacks is refused with what to do. */
export function drawPersonSeal(name: string, style: PersonSealStyle): SealArt {
  try {
    return personSeal(name, style)
  } catch (cause) {
    if (!(cause instanceof SealGlyphMissing)) throw cause
    throw new Refusal('field/invalid', { field: 'sealStyle', message: cause.message }, { cause })
  }
}
