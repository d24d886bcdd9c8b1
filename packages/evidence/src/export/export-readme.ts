/** What lies beside a company's export for whoever opens it without knowing it. */
export const exportReadme = `企业数据导出说明
================

本包可以离线验证，不需要联系任何服务器，平台停止服务以后也可以。

  contracts/     每份已完成的合同一个文件夹：合同文件（PDF）、签署报告、操作日志及其证明；
                 把一个文件夹单独压缩成 zip，就是这份合同的证据包
  papers/        归档的纸质合同与在其他平台签署的合同，原样；不是在本平台签署的，本包只证明导出后未变动
  tables/        合同、台账、成员、印章与用印、份数、日志（CSV，可用电子表格打开）
  manifest/      全部文件的 SHA-256
  manifest.json  企业、份数与各清单的指纹
  manifest.pdf   平台对 manifest.json 的数字签名与时间戳

如何验证
--------

1. 取得墨契开源程序（Apache-2.0），需要 Node 20 以上：

     npm install
     npm run verify -- --evidence 本包.zip --root 根证书.pem

   输出一行 JSON。verdict 为 valid 表示全部通过，problems 逐项列出不一致的文件。
   退出码：0 通过，1 不通过，2 无法确认签名者身份。

2. 根证书请从平台或发证机构另行取得，不要只用包里的：
   包里的根证书不能证明签名者是谁。不写 --root 时，结论最多为 indeterminate。

没有本程序也可以核对
--------------------

- 解压后运行 sha256sum -c manifest/*.txt；
- 任何 PDF 阅读器都能查看合同、签署报告与 manifest.pdf 的签名。

包里有各方操作时的网络地址与联系方式，请妥善保管。
`
