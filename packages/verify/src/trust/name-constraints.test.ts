import { describe, expect, test } from 'vitest'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import type { Authority } from '@moqi/trust/certificates/authority'
import { encode, sequence, utf8 } from '@moqi/trust/asn1/write-der'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { verifyPdf } from '../verify-pdf.ts'
import { buildChain } from '@moqi/trust/chains/build-chain'
import { readCertificate } from '@moqi/trust/chains/certificate'
import {
  alternativeNames,
  explicitPolicy,
  extension,
  generalName,
  inhibitAnyPolicy,
  makeAuthority,
  makeSigner,
  nameConstraints,
  named,
  nameOf,
  policies,
  policyMappings,
} from '@moqi/trust/testing/chain'

const { directory, mail, dns, uri, address, other } = generalName
const root = await makeAuthority(undefined, named('甲认证', '根'))
const rootDer = root.key.identity.certificate
const own = nameOf(['2.5.4.6', 'CN'], ['2.5.4.10', '甲公司'])

/** What becomes of a signer with these names, under an authority with these extensions. */
async function chainOf(constraints: Buffer[], name: Buffer, more: Buffer[] = [], above: Authority = root) {
  const authority = await makeAuthority(above, named('甲认证', '签发'), constraints)
  return chainUnder(authority, name, more)
}

async function chainUnder(authority: Authority, name: Buffer, more: Buffer[] = []) {
  const { certificate, chain } = (await makeSigner(authority, name, more)).identity
  const pool = { roots: [readCertificate(rootDer)], candidates: chain.map((der) => readCertificate(der)) }
  return buildChain(readCertificate(certificate), pool, sceneTime.getTime())
}

const inside = named('甲公司', '张三')
const outside = named('乙公司', '张三')
const permits = (base: Buffer) => nameConstraints([base], [])
const excludes = (base: Buffer) => nameConstraints([], [base])
const refused = { status: 'invalid', code: 'name-not-permitted' }

describe('name constraints (T5, RFC 5280 4.2.1.10)', () => {
  test.each([
    ['of a subject in a permitted name', permits(directory(own)), inside, [], true],
    ['of a subject in no permitted name', permits(directory(own)), outside, [], false],
    ['of a subject in an excluded name', excludes(directory(own)), inside, [], false],
    ['of a subject in no excluded name', excludes(directory(own)), outside, [], true],
    [
      'of a subject that differs by case and blanks',
      permits(directory(nameOf(['2.5.4.6', 'cn'], ['2.5.4.10', ' ACME  Co']))),
      named('Acme co', 'x'),
      [],
      true,
    ],
    ['of a subject that only begins alike', permits(directory(own)), named('甲公司分公司', '张三'), [], false],
    ['of a further directory name', permits(directory(own)), inside, [alternativeNames(directory(outside))], false],
    [
      'of a mail address at the host',
      permits(mail('a.example')),
      inside,
      [alternativeNames(mail('x@A.example'))],
      true,
    ],
    [
      'of a mail address below the host',
      permits(mail('a.example')),
      inside,
      [alternativeNames(mail('x@b.a.example'))],
      false,
    ],
    [
      'of a mail address below the domain',
      permits(mail('.a.example')),
      inside,
      [alternativeNames(mail('x@b.a.example'))],
      true,
    ],
    ['of another mailbox', permits(mail('x@a.example')), inside, [alternativeNames(mail('y@a.example'))], false],
    ['of that mailbox', permits(mail('x@a.example')), inside, [alternativeNames(mail('x@A.EXAMPLE'))], true],
    [
      'of a mail address in the subject',
      permits(mail('a.example')),
      nameOf(['2.5.4.3', '张三'], ['1.2.840.113549.1.9.1', 'x@b.example']),
      [],
      false,
    ],
    ['of a host', permits(dns('a.example')), inside, [alternativeNames(dns('www.a.example'))], true],
    [
      'of a host that only ends alike',
      permits(dns('a.example')),
      inside,
      [alternativeNames(dns('www.ba.example'))],
      false,
    ],
    ['of an excluded host', excludes(dns('a.example')), inside, [alternativeNames(dns('WWW.A.example'))], false],
    [
      'of an address on the web',
      permits(uri('.a.example')),
      inside,
      [alternativeNames(uri('https://w.a.example:8/x'))],
      true,
    ],
    [
      'of an address on another host',
      permits(uri('.a.example')),
      inside,
      [alternativeNames(uri('https://a.example@b.example/'))],
      false,
    ],
    ['of an address without a host', excludes(uri('.a.example')), inside, [alternativeNames(uri('urn:a:b'))], false],
    [
      'of an IP address',
      permits(address(10, 0, 0, 0, 255, 0, 0, 0)),
      inside,
      [alternativeNames(address(10, 9, 8, 7))],
      true,
    ],
    [
      'of another IP address',
      permits(address(10, 0, 0, 0, 255, 0, 0, 0)),
      inside,
      [alternativeNames(address(11, 0, 0, 1))],
      false,
    ],
    ['of names of a form that it does not speak of', permits(dns('a.example')), outside, [], true],
  ])('are processed: %s', async (_, constraint, name, more, allowed) => {
    const chain = await chainOf([constraint], name, more)
    expect(chain).toMatchObject(allowed ? { status: 'trusted' } : refused)
  })

  test('refuse a name of a form that cannot be compared when critical, and pass it over when not', async () => {
    const userName = '1.3.6.1.4.1.311.20.2.3'
    const bearer = [alternativeNames(other(userName, 'x@a.example'))]
    const constraints = (critical: boolean) => [nameConstraints([other(userName, 'a.example')], [], critical)]
    expect(await chainOf(constraints(true), inside, bearer)).toMatchObject(refused)
    expect(await chainOf(constraints(false), inside, bearer)).toMatchObject({ status: 'trusted' })
    expect(await chainOf(constraints(true), inside)).toMatchObject({ status: 'trusted' })
    const another = [alternativeNames(other('1.3.6.1.5.5.7.8.9', 'x@a.example'))]
    expect(await chainOf(constraints(true), inside, another)).toMatchObject({ status: 'trusted' })
  })

  test('refuse bounds that have no meaning, and nothing at all', async () => {
    const bounded = sequence(encode(0xa0, sequence(directory(own), encode(0x80, Buffer.from([1])))))
    expect(await chainOf([extension('2.5.29.30', true, bounded)], inside)).toMatchObject(refused)
    await expect(chainOf([extension('2.5.29.30', true, sequence())], inside)).rejects.toThrow('name constraints')
  })

  test('hold for everything below, and are narrowed by each authority', async () => {
    const first = await makeAuthority(root, named('甲认证', '一'), [
      nameConstraints([directory(nameOf(['2.5.4.6', 'CN']))], []),
    ])
    const second = await makeAuthority(first, named('甲认证', '二'), [nameConstraints([directory(own)], [])])
    expect(await chainUnder(second, inside)).toMatchObject({ status: 'trusted' })
    expect(await chainUnder(second, outside)).toMatchObject({ ...refused, detail: expect.stringContaining('乙公司') })
    const abroad = await makeAuthority(first, nameOf(['2.5.4.6', 'XX'], ['2.5.4.3', '二']))
    expect(await chainUnder(abroad, inside)).toMatchObject(refused)
  })

  test('hold for the root’s too, while an authority’s new certificate for itself bears no name of its own', async () => {
    const strict = await makeAuthority(undefined, named('乙认证', '根'), [nameConstraints([directory(own)], [])])
    const renewed = await makeAuthority(strict, named('乙认证', '根'))
    const pool = (signer: { chain: Buffer[] }) => ({
      roots: [readCertificate(strict.key.identity.certificate)],
      candidates: signer.chain.map((der) => readCertificate(der)),
    })
    for (const [name, expected] of [
      [inside, { status: 'trusted' }],
      [outside, refused],
    ] as const) {
      const { identity } = await makeSigner(renewed, name)
      expect(buildChain(readCertificate(identity.certificate), pool(identity), sceneTime.getTime())).toMatchObject(
        expected,
      )
    }
  })

  test('make a signature valid or its signer’s name one that was not to be certified', async () => {
    const authority = await makeAuthority(root, named('甲认证', '签发'), [nameConstraints([directory(own)], [])])
    const judge = async (name: Buffer) => {
      const key = await makeSigner(authority, name)
      return verifyPdf(await signField(foreignPdf(), { key }), { trustedRoots: [rootDer], now: sceneTime })
    }
    const honest = await judge(inside)
    expect(honest).toMatchObject({ verdict: 'valid', signatureArray: [{ identity: 'confirmed' }] })
    const forged = await judge(outside)
    expect(forged.verdict).toBe('indeterminate')
    expect(forged.signatureArray).toMatchObject([{ integrity: 'intact', identity: 'unconfirmed' }])
    expect(forged.reasonArray[0]).toMatchObject({
      code: 'name-not-permitted',
      text: '证书名称超出颁发机构获准颁发的范围',
    })
  })
})

describe('policies (T5, RFC 5280 6.1)', () => {
  const [one, two, any] = ['2.999.1', '2.999.2', '2.5.29.32.0']
  const trusted = { status: 'trusted' }
  const without = { status: 'invalid', code: 'chain-invalid', detail: 'certificate policies' }

  test.each([
    ['are nobody’s business where nobody asks', [policies(one)], [policies(two)], trusted],
    ['are asked for and stated', [policies(one), explicitPolicy(0)], [policies(one)], trusted],
    ['are asked for and not stated', [policies(one), explicitPolicy(0)], [], without],
    ['are asked for, and others are stated', [policies(one), explicitPolicy(0)], [policies(two)], without],
    ['are asked for further below', [policies(one), explicitPolicy(2)], [], trusted],
    ['are covered by any', [policies(any), explicitPolicy(0)], [policies(two)], trusted],
    ['are covered by any below', [policies(one), explicitPolicy(0)], [policies(any)], trusted],
    [
      'are not covered by any that is inhibited',
      [policies(one), explicitPolicy(0), inhibitAnyPolicy(0)],
      [policies(any)],
      without,
    ],
    ['are mapped', [policies(one), explicitPolicy(0), policyMappings([one, two])], [policies(two)], trusted],
    ['are mapped away', [policies(one), explicitPolicy(0), policyMappings([one, two])], [policies(one)], without],
    [
      'are mapped from any',
      [policies(any), policyMappings([any, two])],
      [],
      { status: 'invalid', detail: 'policy mappings' },
    ],
  ])('%s', async (_, authority, signer, expected) => {
    expect(await chainOf(authority, inside, signer)).toMatchObject(expected)
  })
})

describe('the length of a path (T5, RFC 5280 4.2.1.9)', () => {
  test('counts authorities, but not one that certified its own new key', async () => {
    const top = await makeAuthority(root, named('甲认证', '一'), [], 0)
    expect(await chainUnder(top, inside)).toMatchObject({ status: 'trusted' })
    const renewed = await makeAuthority(top, named('甲认证', '一'), [], 0)
    expect(await chainUnder(renewed, inside)).toMatchObject({ status: 'trusted' })
    const below = await makeAuthority(top, named('甲认证', '二'), [], 0)
    expect(await chainUnder(below, inside)).toMatchObject({
      status: 'invalid',
      detail: 'path longer than the issuer allows',
    })
  })

  test('may be bounded by more than a byte', async () => {
    const wide = await makeAuthority(root, named('甲认证', '一'), [], 256)
    const below = await makeAuthority(wide, named('甲认证', '二'))
    expect(await chainUnder(below, inside)).toMatchObject({ status: 'trusted' })
  })
})

test('T5: an extension that is critical and unknown is refused, wherever it stands', async () => {
  const unknown = extension('2.999.7', true, utf8('x'))
  expect(await chainOf([unknown], inside)).toMatchObject({ status: 'invalid', detail: 'unknown critical extension' })
  const key = await makeSigner(root, inside, [unknown])
  const verdict = await verifyPdf(await signField(foreignPdf(), { key }), { trustedRoots: [rootDer], now: sceneTime })
  expect(verdict.reasonArray[0]).toMatchObject({ code: 'chain-invalid', severity: 'indeterminate' })
  expect(await chainOf([extension('2.5.29.18', true, sequence(mail('ca@a.example')))], inside)).toMatchObject({
    status: 'trusted',
  })
})
