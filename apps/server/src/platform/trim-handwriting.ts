import { Refusal } from '@moqi/domain/refusal'
import { type Handwriting, HandwritingRefusal } from '@moqi/signing/seal-art/handwriting'
import type { Deps } from './deps.ts'

/**
 * The drawn signature in a data URL as a canvas gives it, or in its base64 alone. Throws `field/invalid` of
 * `handwriteBase64`, and `request/too-often` when too much is waiting.
 */
export async function trimHandwriting({ workshop }: Pick<Deps, 'workshop'>, base64: string): Promise<Handwriting> {
  try {
    return await workshop.handwriting(Buffer.from(base64.replace(/^data:image\/png;base64,/, ''), 'base64'))
  } catch (cause) {
    if (!(cause instanceof HandwritingRefusal)) throw cause
    throw new Refusal('field/invalid', { field: 'handwriteBase64', message: cause.message }, { cause })
  }
}
