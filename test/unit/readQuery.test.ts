import { readQuery } from '../../nodes/callbacks/readCallback';

describe('readQuery', () => {
	it('The token is separated from the fields', () => {
		const fields = { ref_no: 'u-1', status: 'D' };
		expect(readQuery({ token: 'secret', ...fields })).toEqual({ token: 'secret', fields });
	});

	it.each([
		['secret?ref_no=a=b?c=d', { ref_no: 'a=b?c=d' }],
		['secret?ref_no=u-1?token=newer', { ref_no: 'u-1' }],
		['secret?', {}],
		['secret?token=newer', {}],
		// It does not replace a field that came by itself.
		['secret?status=R', {}],
	])('The token %j is cut at its question mark, which leaves the fields %j', (token, fields) => {
		const read = { token: 'secret', fields: { ...fields, status: 'D' } };
		expect(readQuery({ token, status: 'D' })).toEqual(read);
	});

	it.each(['is it?', 'is it? x=1', 'a?b=c'])('A field that holds a question stays: %s', (msg) => {
		expect(readQuery({ token: 't', msg }).fields).toEqual({ msg });
	});

	const NO_QUERIES = [undefined, null, 'token=secret', ['secret'], 7];

	it.each(NO_QUERIES)('A query of %j has no token and no fields', (query) => {
		expect(readQuery(query)).toEqual({ token: undefined, fields: {} });
	});

	it('A token that is not a text stays as it is, to be refused later', () => {
		const query = { token: ['a?b=c', 'd'], status: 'D' };
		expect(readQuery(query)).toEqual({ token: ['a?b=c', 'd'], fields: { status: 'D' } });
	});
});
