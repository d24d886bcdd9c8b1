import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openMoqi } from '@moqi/sdk/open-moqi'
import { openServer } from './open-server.ts'
import { openSharedFolder } from './shared-folder.ts'

const usage = `npm run --silent mcp -- [--files 目录] [--launch] [--manage]

以标准输入输出提供 MCP 服务，供 AI 助手查询和发起合同。环境变量：
MOQI_URL      服务器地址，如 https://sign.example.com
MOQI_APP_ID   应用的 AppId；助手能做的不超过应用勾选的权限
MOQI_SECRET   应用的密钥
--files 目录  助手可读取其中的文件、把下载的文件存入其中；不写则不能验签、上传和下载
--launch      可以发起合同；不写则只能查询
--manage      可以撤回、催签、延期、增减签署方
`

/** What goes to the person; standard output belongs to the protocol. */
function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${usage}`)
  process.exit(64)
}

function readArguments() {
  try {
    return parseArgs({
      options: { files: { type: 'string' }, launch: { type: 'boolean' }, manage: { type: 'boolean' } },
    }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { files, launch = false, manage = false } = readArguments()
const { MOQI_URL: baseUrl = '', MOQI_APP_ID: appId = '', MOQI_SECRET: secret = '' } = process.env
if (!URL.canParse(baseUrl) || appId === '' || secret === '') refuse('请设置 MOQI_URL、MOQI_APP_ID 和 MOQI_SECRET')

const moqi = openMoqi({ baseUrl, appId, secret })
const folder = files === undefined ? null : openSharedFolder(files)
serveStdio(() => openServer({ moqi, allowed: { launch, manage }, folder }))
