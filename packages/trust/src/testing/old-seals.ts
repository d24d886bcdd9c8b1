import { bits, encode, integer, octets, sequence, utf8 } from '../asn1/write-der.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import type { SealInfo } from '../eseal/seal-info.ts'
import { sm2WithSm3 } from '../eseal/seal.ts'

const ia5 = (text: string) => encode(0x16, Buffer.from(text, 'latin1'))
const utcTime = (at: Date) =>
  encode(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .slice(2)
        .replaceAll(/[-:T]|\.\d+Z/g, '')}Z`,
    ),
  )

/** A seal as GM/T 0031-2014 has it; the product writes none. */
export async function makeOldSeal(maker: SigningKey, info: SealInfo): Promise<Buffer> {
  const { picture, signers } = info
  const certificates = signers.kind === 'certificates' ? signers.certificates : []
  const signed = sequence(
    sequence(ia5('ES'), integer(1), ia5(info.vendor)),
    ia5(info.id),
    sequence(
      integer(info.type),
      utf8(info.name),
      sequence(...certificates.map(octets)),
      utcTime(info.createdAt),
      utcTime(info.validFrom),
      utcTime(info.validTo),
    ),
    sequence(ia5(picture.type), octets(picture.data), integer(picture.width), integer(picture.height)),
  )
  const { certificate } = maker.identity
  const value = await maker.sign(sequence(signed, octets(certificate), sm2WithSm3))
  return sequence(signed, sequence(octets(certificate), sm2WithSm3, bits(value)))
}

/** SES_Signature of version 1 over a digest. */
export async function signWithOldSeal(
  key: SigningKey,
  { seal, at, dataHash, propertyInfo }: { seal: Buffer; at: Date; dataHash: Buffer; propertyInfo: string },
): Promise<Buffer> {
  const toSign = sequence(
    integer(1),
    seal,
    bits(utcTime(at)),
    bits(dataHash),
    ia5(propertyInfo),
    octets(key.identity.certificate),
    sm2WithSm3,
  )
  return sequence(toSign, bits(await key.sign(toSign)))
}
