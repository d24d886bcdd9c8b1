import { readFileSync } from 'node:fs'
import { type Client, openClient } from '../../scripts/demo/api-client.ts'
import { demoPassword } from '../../scripts/demo/cast.ts'
import { sampleFile } from './launch.ts'
import type { Person } from './people.ts'

/** The API as somebody in the own company sees it. */
export async function companyClient(url: string, { phone }: Pick<Person, 'phone'>): Promise<Client> {
  const anybody = openClient(url)
  const { token } = await anybody.call('loginByAccount', { userName: phone, password: demoPassword, agree: 1 })
  const { spaceInfoArray } = await anybody.as(String(token)).call('getUserSpaceInfo', {})
  const space = spaceInfoArray.find(({ spaceType }) => spaceType === 'company')
  return anybody.as(String(token), space?.tenantId)
}

/** A template of a company: the own seal first, then somebody who signs; answers its id. */
export async function madeTemplate(client: Client, templateName: string): Promise<string> {
  const file = { fileName: '保密协议.pdf', bytes: new Uint8Array(readFileSync(sampleFile('保密协议.pdf'))) }
  const { fileId } = await client.upload('uploadFile', file)
  const { templateId, version } = await client.call('saveTemplate', {
    templateName,
    taskName: templateName,
    deadlineDays: 30,
    fileIdArray: [fileId],
    roleArray: [
      { signerNo: 1, roleName: '本企业', signOrder: 1, signType: 1, own: 1 },
      { signerNo: 2, roleName: '员工', signOrder: 2, signType: 0, own: 0 },
    ],
  })
  const place = { fileId, page: 1, y: 200 }
  await client.call('saveTemplateLocation', {
    templateId,
    version,
    positionArray: [
      { ...place, positionId: 'seal', x: 30, width: 42, height: 42, positionType: 'companySeal', signerNo: 1 },
      { ...place, positionId: 'sign', x: 120, width: 20, height: 20, positionType: 'personSign', signerNo: 2 },
    ],
  })
  return templateId
}

/** Sends a contract of the template to somebody and answers its handle. */
export async function sentOfTemplate(client: Client, templateId: string, { name, phone }: Person): Promise<string> {
  const values = { '2.name': name, '2.phone': phone }
  const { signId } = await client.call('makeFromTemplate', { templateId, values })
  const { version, positionArray } = await client.call('getDraftInfo', { signId })
  await client.call('saveLocation', { signId, version, positionArray })
  await client.call('sendTask', { signId })
  return signId
}
