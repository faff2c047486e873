const path = require('node:path');

const { FOR_ALL, MODULES } = require('./modules.js');
const { configFor } = require('./rules.js');

const root = path.resolve(__dirname, '../..');

module.exports = configFor({ root, modules: MODULES, forAll: FOR_ALL });
