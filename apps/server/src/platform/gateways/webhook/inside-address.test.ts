import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { httpsWebhook } from './https-webhook.ts'
import { isInsideAddress } from '#src/platform/gateways/outbound/inside-address.ts'

/** One address of each of these IPv4 networks, as four ways of writing it reach it. */
const v4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
]
const hex = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
const written = v4.flatMap((address) => [
  address,
  `::ffff:${address}`,
  `::ffff:${hex(address)}`,
  `::${hex(address)}`,
  `64:ff9b::${hex(address)}`,
  `64:ff9b:1::${hex(address)}`,
  `2002:${hex(address)}::1`,
])
const v6 = [
  '::',
  '::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  '2600:1f00::5efe:a00:1',
]
const inside = [...written, ...v6]

test('two hundred addresses that lead inside are known, however they are written', () => {
  expect(inside.length).toBeGreaterThanOrEqual(200)
  expect(inside.filter((address) => !isInsideAddress(address))).toEqual([])
  const open = ['1.1.1.1', '8.8.8.8', '114.114.114.114', '223.5.5.5', '2400:3200::1', '2606:4700:4700::1111']
  expect(open.filter((address) => isInsideAddress(address))).toEqual([])
})

const posting = { headers: {}, body: '{}' }

test('none is connected to: not as a name, not beside an open address, not written into the address', async () => {
  const judged = await Promise.all(
    inside.map(async (address) => [
      (await httpsWebhook([], async () => [address]).post({ ...posting, url: 'https://oa.example.com/x' })).fault,
      (await httpsWebhook([], async () => ['1.1.1.1', address]).post({ ...posting, url: 'https://oa.example.com/x' }))
        .fault,
    ]),
  )
  expect(new Set(judged.flat())).toEqual(new Set(['inside']))
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:7f00:1]'])
    expect((await httpsWebhook([]).post({ ...posting, url: `https://${host}/` })).fault).toBe('inside')
})

test('a name is asked after once, what it answered is connected to, and no redirect is followed', async () => {
  const asked: (string | undefined)[] = []
  const receiver = createServer((request, response) => {
    asked.push(request.url)
    request.resume()
    response.writeHead(request.url === '/moved' ? 307 : 200, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let answers = 0
  const gateway = httpsWebhook(['127.0.0.1/32'], async () => [answers++ === 0 ? '127.0.0.1' : '10.0.0.1'])
  const url = `http://oa.example.com:${port}`
  expect(await gateway.post({ ...posting, url: `${url}/taken` })).toEqual({ status: 200, fault: null })
  expect((await gateway.post({ ...posting, url: `${url}/rebound` })).fault).toBe('inside')
  const own = httpsWebhook(['127.0.0.1/32'], async () => ['127.0.0.1'])
  expect(await own.post({ ...posting, url: `${url}/moved` })).toEqual({ status: 307, fault: 'redirect' })
  expect((await httpsWebhook([], async () => ['1.1.1.1']).post({ ...posting, url })).fault).toBe('inside')
  expect(asked).toEqual(['/taken', '/moved'])
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})
