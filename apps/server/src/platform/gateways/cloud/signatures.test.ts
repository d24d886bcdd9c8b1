import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aliyunAuthorization } from './aliyun-signature.ts'
import { tencentAuthorization } from './tencent-signature.ts'

test('the request that Alibaba Cloud prints is signed as it prints it', () => {
  const authorization = aliyunAuthorization(
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      headers: {
        'x-acs-action': 'RunInstances',
        'x-acs-content-sha256': hash('sha256', ''),
        'x-acs-date': '2023-10-26T10:22:32Z',
        'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
        'x-acs-version': '2014-05-26',
      },
      body: '',
    },
  )
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('the request that Tencent Cloud prints is signed as it prints it', () => {
  const stars = '*'.repeat(32)
  const authorization = tencentAuthorization(
    { id: `AKID${stars}`, secret: stars },
    {
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      at: 1_551_113_065,
    },
  )
  expect(authorization).toBe(
    `TC3-HMAC-SHA256 Credential=AKID${stars}/2019-02-25/cvm/tc3_request, ` +
      'SignedHeaders=content-type;host;x-tc-action, ' +
      'Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  )
})
