import { openMoqi } from '@moqi/sdk/open-moqi'
import { openOffice } from './office.ts'
import { serveOffice } from './serve-office.ts'

const { MOQI_URL, MOQI_APP_ID, MOQI_SECRET, PORT = '8090' } = process.env
if (!MOQI_URL || !MOQI_APP_ID || !MOQI_SECRET) {
  console.error('请设置 MOQI_URL（墨契的地址）、MOQI_APP_ID 和 MOQI_SECRET（在“应用”中取得），再运行 npm run oa')
  process.exit(1)
}

const moqi = openMoqi({ baseUrl: MOQI_URL, appId: MOQI_APP_ID, secret: MOQI_SECRET })
const settings = { platform: new URL(MOQI_URL).origin, secrets: [MOQI_SECRET] }
// Who may use an office is for the office to say: this one has no accounts, and listens on this machine alone.
serveOffice(openOffice(moqi), settings).listen(Number(PORT), 'localhost', () => {
  console.log(`http://localhost:${PORT}`)
})
