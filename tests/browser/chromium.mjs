// Unpack the Chromium from npm and print two lines: its path, and the folder of the libraries it needs.
process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x' // makes it unpack its libraries
const { default: chromium } = await import('@sparticuz/chromium')
console.log(await chromium.executablePath())
console.log(process.env.LD_LIBRARY_PATH ?? '')
