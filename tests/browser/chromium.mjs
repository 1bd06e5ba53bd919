// Unpacks the Chromium that comes from npm, with the libraries it needs, and says where it is: two lines.
process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x' // so that it brings its libraries along
const { default: chromium } = await import('@sparticuz/chromium')
console.log(await chromium.executablePath())
console.log(process.env.LD_LIBRARY_PATH ?? '')
