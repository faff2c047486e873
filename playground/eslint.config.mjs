export default [{ ignores: ['**'] }];
