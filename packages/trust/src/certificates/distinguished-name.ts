import { oid, printable, sequence, set, utf8 } from '../asn1/der.ts'
import { testCertificateNotice } from './extensions.ts'

/** Whom a certificate names. Chinese is written as it is (UTF8String). */
export interface Subject {
  commonName: string
  organization?: string
  /** Beside the unit every certificate of the embedded authority carries. */
  organizationalUnit?: string
  country: 'CN'
  /** The subject's own number (X.520 serialNumber), not the certificate's. */
  serialNumber?: string
}

/** The Name in DER, most general part first; OU=测试证书，无法律效力 is always in it. */
export const distinguishedName = (subject: Subject): Buffer => nameOf(subject, testCertificateNotice)

/** The Name in DER as another authority is asked for it. */
export const requestedName = (subject: Subject): Buffer => nameOf(subject)

function nameOf(subject: Subject, notice?: string): Buffer {
  const { commonName, organization, organizationalUnit, country, serialNumber } = subject
  return sequence(
    part('2.5.4.6', printable(country)),
    ...(organization ? [part('2.5.4.10', utf8(organization))] : []),
    ...(organizationalUnit ? [part('2.5.4.11', utf8(organizationalUnit))] : []),
    ...(notice ? [part('2.5.4.11', utf8(notice))] : []),
    ...(serialNumber ? [part('2.5.4.5', printableOnly(serialNumber))] : []),
    part('2.5.4.3', utf8(commonName)),
  )
}

const part = (type: string, value: Buffer) => set(sequence(oid(type), value))

/** X.520 allows nothing but PrintableString for serialNumber. */
function printableOnly(value: string): Buffer {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]+$/.test(value)) throw new RangeError(`serialNumber ${value} is not printable ASCII`)
  return printable(value)
}
