export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#14181f;--soft:#59616e;--line:#8a93a1;--accent:#0b6e4f;--on:#fff;--wrong:#b3261e}
@media (prefers-color-scheme:dark){:root{--page:#101317;--card:#1a1f26;--ink:#eef1f5;--soft:#a9b2bf;--line:#77808d;--accent:#5fd3a6;--on:#06251a;--wrong:#ffb4ab}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;padding:1.25rem 1rem 2rem;background:var(--page);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1.25rem;background:var(--card);border-radius:1rem}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}
h1,p,label,legend,span,button{overflow-wrap:anywhere}
.text{margin:0 0 1.5rem;white-space:pre-wrap}
.text:last-child{margin:0}
fieldset{margin:0;padding:0;border:0;min-width:0}
form>*+*{margin-top:1.25rem}
label,legend{display:block;margin:0 0 .375rem;padding:0;font-weight:600}
.choice{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;margin:0;font-weight:400}
.choice input{flex:none;width:1.375rem;height:1.375rem;margin:0;accent-color:var(--accent)}
input,select,textarea,button{font:inherit;color:inherit}
input:not([type=checkbox]),select,textarea{display:block;width:100%;min-height:3rem;padding:.625rem .75rem;background:transparent;border:1px solid var(--line);border-radius:.625rem}
select option{background:var(--card)}
textarea{min-height:5rem;resize:vertical}
button{display:block;width:100%;min-height:3.25rem;padding:.75rem 1rem;border:2px solid var(--accent);border-radius:.75rem;background:var(--accent);color:var(--on);font-weight:600;cursor:pointer}
button.other{background:transparent;color:var(--ink);border-color:var(--line)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form[data-sent] button{opacity:.5;cursor:default}
.wrong{margin:.375rem 0 0;color:var(--wrong);font-weight:600}
[aria-invalid=true]{border-color:var(--wrong)!important}
.soft{color:var(--soft);font-weight:400}
`;

/** Prevents a second tap while the answer is being sent. The page also works without this script. */
export const SCRIPT = `document.addEventListener('submit',function(e){var f=e.target;if('sent' in f.dataset)e.preventDefault();f.dataset.sent=''});addEventListener('pageshow',function(){document.querySelectorAll('form').forEach(function(f){delete f.dataset.sent})})`;
