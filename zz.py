import torch, time
from attention.examples.drawn import drawn_checkpoint
from attention.gallery import *
from tests.attention.gallery.cases import CASES
def fresh(n, seed, **kw):
    s=drawn_checkpoint(n)
    torch.manual_seed(seed)
    m=build({**s.config, **kw}).double()
    for name,p in m.named_parameters():
        if name.endswith('scale'): torch.nn.init.ones_(p)
        elif name.endswith('bias'): torch.nn.init.zeros_(p)
        else: torch.nn.init.normal_(p,0,0.02)
    return m
for n in ["qwen2","qwen3","qwen3_moe","phi3","smollm3","granite","cohere2"]:
  for seed in (0,1,2):
    for kw in ({}, {"hidden_size":768,"head_dim":64,"num_attention_heads":12,"num_key_value_heads":4,"intermediate_size":2048} if n!="phi3" else {}):
        ids=torch.randint(31,(1,8),generator=torch.Generator().manual_seed(seed))
        for k,w in CASES[n].wrong.items():
            if 'one part' in k and kw: continue
            m=fresh(n,seed,**kw)
            with torch.no_grad():
                right=m(ids)[0]; std=right.std()
                w(m); 
                if k in("all features turned",) and kw: continue
                try: e=((m(ids)[0]-right).abs().amax(-1)/std)
                except Exception as x: print(n,k,str(x)[:60]); continue
            print(n,seed,bool(kw),k,[f"{v:.1e}" for v in e.tolist()])
